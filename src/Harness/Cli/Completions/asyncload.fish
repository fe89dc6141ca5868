# asyncload completions fish > ~/.config/fish/completions/asyncload.fish
function __asyncload_complete
  set -l line (commandline --cut-at-cursor)
  asyncload "[suggest:"(string length -- "$line")"]" "$line" 2> /dev/null
end
complete --command asyncload --arguments '(__asyncload_complete)'
