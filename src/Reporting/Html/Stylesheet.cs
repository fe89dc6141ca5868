namespace AsyncLoad.Reporting.Html;

/// <summary>The look of the report.</summary>
internal static class Stylesheet
{
    public const string Css = """
        :root {
          color-scheme: light dark;
          --page: #fdfdfc; --raised: #ffffff; --ink: #1b1f24; --quiet: #5b6470; --line: #e3e6ea; --band: #e9ecf0; --edge: #d7dbe1;
          --good: #0b6e5f; --bad: #b3261e; --even: #3b5b8c; --open: #8a5a00; --link: #1f5fae;
          --less-1: #e1f0ed; --less-2: #bcdfd8; --less-3: #8fcabf; --more-1: #fae6e3; --more-2: #f4c6c1; --more-3: #eba49d;
        }
        @media screen and (prefers-color-scheme: dark) {
          :root {
            --page: #14171b; --raised: #1a1e23; --ink: #e7eaee; --quiet: #9aa4b1; --line: #2c323a; --band: #272d35; --edge: #454d58;
            --good: #4fc3ae; --bad: #ff8a80; --even: #93b4e8; --open: #e3b04b; --link: #8ab8f5;
            --less-1: #1c302f; --less-2: #1d4743; --less-3: #1f6159; --more-1: #382425; --more-2: #573031; --more-3: #7d3b3a;
          }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body {
          margin: 0 auto; max-width: 72rem; padding: 3.5rem 2rem 2rem; background: var(--page); color: var(--ink);
          font: 400 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
          overflow-wrap: anywhere;
        }
        h1, h2, h3, p, ul, dl, dd, figure { margin: 0; padding: 0; }
        .brand { color: var(--quiet); font-size: .875rem; }
        .brand strong { color: var(--ink); margin-right: .35rem; }
        h1 { margin: 1.1rem 0 0; max-width: 28em; font-size: clamp(1.5rem, 1.1rem + 2vw, 2.35rem); line-height: 1.2; font-weight: 650; letter-spacing: -.018em; text-wrap: balance; }
        h1.many { max-width: 40em; font-size: clamp(1.3rem, 1.1rem + 1.1vw, 1.75rem); line-height: 1.25; }
        .lead { margin-top: .9rem; font-size: 1.125rem; }
        .subtitle { margin-top: .4rem; color: var(--quiet); font-size: .875rem; }
        .tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1rem; margin-top: 2.5rem; list-style: none; }
        .tile { display: flex; flex-direction: column; padding: 1.1rem 1.25rem 1.2rem; background: var(--raised); border: 1px solid var(--line); border-top: 3px solid currentColor; border-radius: 6px; }
        .tile.good { color: var(--good); } .tile.bad { color: var(--bad); } .tile.even { color: var(--even); } .tile.open { color: var(--open); }
        .tile .count { font-size: 2.25rem; line-height: 1.15; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
        .tile .long { font-size: 1.625rem; line-height: 1.6; white-space: nowrap; }
        .tile .note { margin-top: .25rem; }
        .tile.none { border-top-color: var(--line); }
        .tile.none .count { color: var(--quiet); font-weight: 400; }
        section { margin-top: 4rem; }
        h2 { font-size: 1.375rem; line-height: 1.3; font-weight: 650; letter-spacing: -.01em; }
        h3 { font-size: 1rem; font-weight: 600; }
        .about-section { margin-top: .35rem; max-width: 46rem; color: var(--quiet); }
        .mark { font-weight: 600; white-space: nowrap; }
        .glyph { display: inline-block; min-width: 1em; text-align: center; }
        .mark.good { color: var(--good); } .mark.bad { color: var(--bad); } .mark.even { color: var(--even); } .mark.open { color: var(--open); }
        .note { display: block; color: var(--quiet); font-size: .8125rem; font-weight: 400; line-height: 1.4; }
        .also { display: block; margin-top: .2rem; }
        a { color: var(--link); text-underline-offset: .15em; }
        :focus-visible { outline: 2px solid var(--link); outline-offset: 3px; }
        nav { margin-top: 2rem; padding: .7rem 0; border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); font-size: .875rem; }
        nav ul { display: flex; flex-wrap: wrap; gap: .3rem 1.25rem; list-style: none; }
        nav a { text-decoration: none; }
        nav a:hover { text-decoration: underline; }
        .controls { display: flex; flex-wrap: wrap; align-items: baseline; gap: .6rem 1.5rem; margin-top: 1.5rem; font-size: .875rem; }
        .controls + .scroll { margin-top: .75rem; }
        .controls label { color: var(--quiet); }
        .controls input, .controls select { margin-left: .35rem; padding: .3rem .5rem; border: 1px solid var(--quiet); border-radius: 4px; background: var(--raised); color: var(--ink); font: inherit; }
        .controls input { width: 15rem; max-width: 100%; }
        .controls .status { color: var(--quiet); font-variant-numeric: tabular-nums; }
        .sort { margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: inherit; cursor: pointer; }
        .sort::after { content: " ↕"; color: var(--quiet); font-weight: 400; }
        .sort:hover { color: var(--ink); }
        [aria-sort="ascending"] .sort, [aria-sort="descending"] .sort { color: var(--ink); }
        [aria-sort="ascending"] .sort::after { content: " ↑"; color: inherit; } [aria-sort="descending"] .sort::after { content: " ↓"; color: inherit; }
        .scroll {
          margin-top: 1.5rem; overflow-x: auto; background:
            linear-gradient(90deg, var(--page) 40%, transparent) local 0 0 / 2.5rem 100%, linear-gradient(270deg, var(--page) 40%, transparent) local 100% 0 / 2.5rem 100%,
            linear-gradient(90deg, var(--edge), transparent) scroll 0 0 / .9rem 100%, linear-gradient(270deg, var(--edge), transparent) scroll 100% 0 / .9rem 100%;
          background-repeat: no-repeat;
        }
        .stay { display: inline-block; position: sticky; left: 0; max-width: calc(100vw - 2.5rem); }
        .facts + .scroll, .notices + .scroll { margin-top: 3.5rem; }
        table { width: 100%; border-collapse: collapse; font-size: .9375rem; line-height: 1.4; }
        caption { padding-bottom: .5rem; color: var(--quiet); font-size: .8125rem; text-align: left; }
        th, td { padding: .55rem 1.1rem .55rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
        th:last-child, td:last-child { padding-right: 0; }
        tbody th { min-width: 13rem; }
        thead th { border-top: 0; border-bottom: 1px solid var(--quiet); padding-bottom: .4rem; color: var(--quiet); font-size: .8125rem; font-weight: 600; vertical-align: bottom; }
        .num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
        .num + :not(.num) { padding-left: 1rem; }
        thead th { overflow-wrap: normal; }
        thead .num { white-space: normal; min-width: 4.2rem; }
        td { overflow-wrap: break-word; }
        td .note { max-width: 20rem; white-space: normal; }
        td.num .note { margin-left: auto; }
        .group th { padding-top: 1.15rem; border-top: 0; font-weight: 600; }
        tbody:first-of-type .group th { padding-top: .7rem; }
        .chart { margin-top: 1.75rem; }
        figcaption { max-width: 46rem; margin-bottom: .75rem; color: var(--quiet); }
        figcaption strong { display: block; color: var(--ink); font-weight: 600; }
        .values { margin-top: .25rem; padding: 0; border: 0; }
        .values summary { color: var(--quiet); font-size: .8125rem; font-weight: 400; }
        .values .scroll { margin-top: .75rem; }
        .chart + .chart { margin-top: 2.75rem; }
        .chart svg { display: block; width: 100%; height: auto; }
        .narrow { display: none !important; max-width: 34rem; }
        svg text { fill: var(--ink); font: 400 13px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif; }
        svg .label { font-weight: 600; } svg .quiet { fill: var(--quiet); font-size: 12px; } svg .value { font-variant-numeric: tabular-nums; }
        svg .band { fill: var(--band); } svg .tick { stroke: var(--line); } svg .one { stroke: var(--quiet); } svg .rule { stroke: var(--line); }
        svg .good { color: var(--good); } svg .bad { color: var(--bad); } svg .even { color: var(--even); } svg .open { color: var(--open); }
        svg .whisker { stroke: currentColor; stroke-width: 2; } svg .point { fill: currentColor; stroke: currentColor; stroke-width: 1.5; }
        svg .hollow { fill: var(--page); } svg .verdict { fill: currentColor; font-weight: 600; }
        svg .gen0 { color: var(--quiet); } svg .gen1 { color: var(--even); } svg .gen2 { color: var(--bad); } svg .stem { fill: none; stroke: currentColor; stroke-width: 1.5; }
        svg .halo { paint-order: stroke; stroke: var(--page); stroke-width: 4px; }
        svg .heap { fill: none; stroke: var(--good); stroke-width: 1.5; } svg .area { fill: var(--good); opacity: .14; }
        svg .cell rect { stroke: none; } svg .cell text { fill: var(--ink); } svg .small { font-size: 12px; font-variant-numeric: tabular-nums; }
        svg .less-1 { fill: var(--less-1); } svg .less-2 { fill: var(--less-2); } svg .less-3 { fill: var(--less-3); }
        svg .more-1 { fill: var(--more-1); } svg .more-2 { fill: var(--more-2); } svg .more-3 { fill: var(--more-3); }
        svg .level { fill: var(--band); } svg .cell .undecided { fill: none; stroke: var(--quiet); stroke-dasharray: 5 4; }
        svg .first { color: var(--quiet); } svg .second { color: var(--even); } svg .curve { fill: none; stroke: currentColor; stroke-width: 2; } svg .dashed { stroke-dasharray: 8 4; }
        .stacks { margin-top: 1.5rem; }
        .stacks ol { margin: 0; padding: 0; list-style: none; }
        .caption { padding-bottom: .5rem; color: var(--quiet); font-size: .8125rem; }
        .stack { padding: .9rem 0 1rem; border-top: 1px solid var(--line); }
        .stack .figure { font-size: .9375rem; font-variant-numeric: tabular-nums; }
        .stacks .frames { margin-top: .4rem; padding-left: .9rem; border-left: 2px solid var(--line); font: 400 .8125rem/1.6 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
        .stack .note { margin-top: .3rem; }
        details { margin-top: 1rem; padding: .75rem 0; border-top: 1px solid var(--line); }
        summary { cursor: pointer; font-size: .9375rem; font-weight: 600; }
        .notices { display: grid; gap: 1rem; margin-top: 1.5rem; }
        .notice { padding: 1rem 1.25rem; background: var(--raised); border: 1px solid var(--line); border-left: 3px solid currentColor; border-radius: 6px; }
        .notice.good { border-left-color: var(--good); } .notice.bad { border-left-color: var(--bad); } .notice.even { border-left-color: var(--even); } .notice.open { border-left-color: var(--open); }
        .notice p { margin-top: .3rem; max-width: 46rem; }
        .brief { padding: .6rem 1.25rem .7rem; }
        .brief h3, .brief p { display: inline; }
        .brief p { margin-left: .35rem; }
        .notice .about { margin-top: .5rem; padding-left: 1.1rem; color: var(--quiet); font-size: .8125rem; }
        .guide { margin-top: 2rem; }
        .facts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 3rem; margin-top: 1.25rem; font-size: .9375rem; }
        .facts div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 1rem; padding: .5rem 0; border-top: 1px solid var(--line); }
        .facts dt { color: var(--quiet); }
        .guide .facts { grid-template-columns: minmax(0, 1fr); margin-top: .75rem; }
        footer { margin-top: 4.5rem; padding: 1.25rem 0; border-top: 1px solid var(--line); color: var(--quiet); font-size: .8125rem; }
        @media screen and (max-width: 1040px) {
          table { font-size: .875rem; }
          th, td { padding-right: .7rem; }
          tbody th { min-width: 10rem; }
          .sortable tbody th { min-width: 9rem; }
          .sortable td:nth-child(n+7) { white-space: normal; }
        }
        @media screen and (max-width: 880px) {
          body { padding: 2rem 1.25rem 1rem; }
          .tiles { grid-template-columns: repeat(2, 1fr); margin-top: 1.75rem; gap: .75rem; }
          section { margin-top: 3rem; }
          .facts { grid-template-columns: minmax(0, 1fr); }
          .wide { display: none !important; }
          .narrow { display: block !important; }
        }
        @media screen and (max-width: 480px) {
          .tile { padding: .8rem .9rem .9rem; }
          .tile .long { font-size: 1.375rem; }
          .facts div { grid-template-columns: 6.5rem minmax(0, 1fr); }
        }
        @media print {
          @page { margin: 14mm; }
          body { max-width: none; padding: 0; font-size: 10pt; }
          section { margin-top: 1.75rem; }
          h2, h3, caption, thead { break-after: avoid; }
          tr, .notice, .tile, .chart svg { break-inside: avoid; }
          .scroll { overflow: visible; background: none; }
          .stay { max-width: none; }
          nav, .controls label, .sort::after { display: none; }
          details::details-content { content-visibility: visible; block-size: auto; }
          table { font-size: 7.5pt; }
          th, td { padding: .25rem .5rem .25rem 0; }
          tbody th, thead .num { min-width: 0; }
          th, td, thead th { overflow-wrap: anywhere; }
          .num, .mark { white-space: normal; }
        }

        """;
}
