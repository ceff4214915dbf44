# bash completion for trainer-site
_trainer_site() {
	local word=${COMP_WORDS[COMP_CWORD]}
	case ${COMP_WORDS[1]-} in
	panel) mapfile -t COMPREPLY < <(compgen -W link -- "$word") ;;
	enquiries) mapfile -t COMPREPLY < <(compgen -W "export release resend erase purge stats" -- "$word") ;;
	backup | restore | content) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	esac
	((COMP_CWORD > 1)) || mapfile -t COMPREPLY < <(compgen -W "@COMMANDS@" -- "$word")
}
complete -F _trainer_site trainer-site
