#!/bin/sh
# Mirrors the publications of another machine (trainer-site-releases-from@.service) and removes those that it no longer has. Updates the
# link to the current one last, so that it never points to half a publication.
set -eu
from=rsync://$1:8730/releases here=/var/lib/trainer-site/releases
next=$here/unfinished-next
mkdir -p "$here"
rm -f "$next"
rsync --links --contimeout=10 --timeout=60 "$from/current" "$next"
shown=$(readlink "$here/current" || true)
rsync -aH --delete-after --filter="protect /${shown:-none}" --exclude=/current --exclude='/unfinished*' --contimeout=10 --timeout=60 "$from/" "$here/"
# What this machine has published itself, as after an upgrade, may hold what was withdrawn on the other one.
rm -rf /var/lib/trainer-site/history
# A power cut must not leave the link to files without their content.
sync -f "$here"
mv -T "$next" "$here/current"
