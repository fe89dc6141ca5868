'use strict';
document.querySelectorAll('table.sortable').forEach(table => {
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const headings = Array.from(table.tHead.rows[0].cells);

  const make = (name, settings, ...children) => {
    const element = Object.assign(document.createElement(name), settings);
    element.append(...children);
    return element;
  };

  // A figure by its number, a word by its letters; what is missing comes last either way.
  const keyOf = (row, column) => {
    const cell = row.cells[column];
    if (!cell.hasAttribute('data-sort')) return cell.textContent.trim().toLowerCase();
    return cell.dataset.sort === '' ? null : Number(cell.dataset.sort);
  };

  const sort = (column, direction) => {
    const sign = direction === 'descending' ? -1 : 1;
    const ordered = direction === 'none' ? rows : rows.slice().sort((one, other) => {
      const a = keyOf(one, column);
      const b = keyOf(other, column);
      if (a === b) return 0;
      if (a === null) return 1;
      if (b === null) return -1;
      return a > b ? sign : -sign;
    });
    body.append(...ordered);
    headings.forEach((heading, index) => heading.setAttribute('aria-sort', index === column ? direction : 'none'));
  };

  const next = { none: 'ascending', ascending: 'descending', descending: 'none' };
  headings.forEach((heading, column) => {
    const button = make('button', { type: 'button', className: 'sort' }, ...heading.childNodes);
    button.addEventListener('click', () => sort(column, next[heading.getAttribute('aria-sort')]));
    heading.setAttribute('aria-sort', 'none');
    heading.append(button);
  });

  const verdictOf = row => row.querySelector('.mark').lastChild.textContent.trim();
  const verdicts = Array.from(new Set(rows.map(verdictOf)));
  const option = (value, text) => make('option', { value }, text);
  const words = make('input', { type: 'search', autocomplete: 'off', spellcheck: false });
  const verdict = make('select', {},
    option('', 'all'),
    ...verdicts.map(word => option(word, word + ' (' + rows.filter(row => verdictOf(row) === word).length + ')')));
  const status = make('p', { className: 'status' });
  status.setAttribute('role', 'status');

  const filter = () => {
    const wanted = words.value.toLowerCase().split(' ');
    rows.forEach(row => {
      const text = row.textContent.toLowerCase();
      const found = wanted.every(word => text.includes(word));
      row.hidden = !(found ? verdict.value === '' || verdict.value === verdictOf(row) : false);
    });
    const shown = rows.filter(row => !row.hidden).length;
    status.textContent = shown === rows.length ? 'all ' + shown + ' shown' : shown + ' of ' + rows.length + ' shown';
  };

  words.addEventListener('input', filter);
  verdict.addEventListener('change', filter);
  table.closest('.scroll').before(make('div', { className: 'controls' },
    make('label', {}, 'Find ', words),
    make('label', {}, 'Verdict ', verdict),
    status));
  filter();
});
