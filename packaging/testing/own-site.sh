# Content of somebody's own for the trials, with an hour for every hour of the day. Sourced.
make_own_site() { # FOLDER
	cp -r content/start "$1"
	mkdir -p "$1/photos"
	cp content/photos/*.jpg "$1/photos"
	sed -i 's/Imię Nazwisko/Ewa Nowak/' "$1/site.yaml"
	echo 'telephone: "600 100 200"' >>"$1/site.yaml"
	printf 'services:\n  - id: trening\n    name: Trening\n    price: { amount: 150, unit: za trening }\n' >>"$1/oferta.yaml"
	{
		printf 'slots:\n  heading: Wolne terminy\n  service: trening\n  noticeHours: 24\n  pauseMinutes: 0\n  daysAhead: 21\n  times:\n'
		for hour in $(seq 7 20); do printf '    - { days: [ Mo, Tu, We, Th, Fr, Sa, Su ], time: "%s:00", kind: talk, minutes: 30 }\n' "$hour"; done
	} >>"$1/kontakt.yaml"
}
