#!/bin/sh
# Takes over the publications of another machine (trainer-site-releases-from@.service): what that one no longer has goes, and the link to
# what visitors see comes last, so that it never leads to half a publication.
set -eu
from=rsync://$1:8730/releases here=/var/lib/trainer-site/releases
next=$here/unfinished-next
mkdir -p "$here"
rm -f "$next"
rsync --links --contimeout=10 --timeout=60 "$from/current" "$next"
shown=$(readlink "$here/current" || true)
rsync -aH --delete-after --filter="protect /${shown:-none}" --exclude=/current --exclude='/unfinished*' --contimeout=10 --timeout=60 "$from/" "$here/"
mv -T "$next" "$here/current"
