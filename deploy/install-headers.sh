#!/bin/sh
# Installs a release's headers for nginx after checking every line: the site's user can write releases, but must not be able
# to write configuration that root reads. Run as root after each publication.
#   install-headers.sh releases/current/hosting/nginx.conf /etc/nginx/trainer-site-headers.conf
set -eu
LC_ALL=C
export LC_ALL
source=${1:?the file of the build} target=${2:?the file that nginx reads}

# One pattern per allowed line. Quoted values cannot break out of their quotes or contain variables or placeholders.
allowed='#[[:print:]]*
add_header [A-Z][A-Za-z-]* "[^"$\\[:cntrl:]]*"( always)?;
add_header Cache-Control \$cache_control;
 *set \$cache_control "[^"$\\[:cntrl:]]*";
location ~ \^/\(\?:[a-z|]+\)/ \{
    try_files \$uri =404;
\}'

# Check a copy, because the source may change meanwhile.
copy=$(mktemp "$target.XXXXXX")
trap 'rm -f "$copy"' EXIT
head -c 65536 "$source" >"$copy"
if grep -nvxE -e "$allowed" "$copy" >&2; then
	echo "$source: the lines above are not what a build writes; nothing was installed" >&2
	exit 1
fi
test -s "$copy" || { echo "$source is empty; nothing was installed" >&2; exit 1; }
chmod 644 "$copy"
mv "$copy" "$target"
