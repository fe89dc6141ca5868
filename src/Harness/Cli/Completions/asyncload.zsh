#compdef asyncload
# asyncload completions zsh > ~/.zfunc/_asyncload, in a folder of $fpath
_asyncload() {
  local line="${BUFFER[1,CURSOR]}"
  local -a found
  found=("${(@f)$(asyncload "[suggest:${#line}]" "$line" 2> /dev/null)}")
  if (( ${#found[@]} && ${#found[1]} )); then compadd -- "${found[@]}"; else _files; fi
}
compdef _asyncload asyncload
# The first Tab of a session loads this file as the body of the function, and asks it at once.
if [[ "$funcstack[1]" = _asyncload ]]; then _asyncload; fi
