# asyncload completions bash >> ~/.bashrc
_asyncload() {
  local line="${COMP_LINE:0:COMP_POINT}"
  mapfile -t COMPREPLY < <(asyncload "[suggest:${#line}]" "$line" 2> /dev/null)
}
complete -o default -F _asyncload asyncload
