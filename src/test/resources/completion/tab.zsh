# Types a line and the Tab key into a zsh on a terminal of its own, and prints what the line became.
# Usage: zsh -f tab.zsh SCRIPT LINE EXPECTED
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1='> '; autoload -U compinit; compinit -u -D; source ${(q)1}; print READY''NOW"
zpty -r shell seen '*READYNOW*'
zpty -w -n shell "$2"$'\t'
zpty -r shell seen "*$3*"
zpty -w -n shell $'\C-aprint -r -- '$'\C-e'" END''NOW"$'\n'
zpty -r shell seen '*ENDNOW*'
print -r -- "$seen"
zpty -d shell
