#!/usr/bin/env bash
# Renders one picture: art/render.sh NAME [--draft [PERCENT]]
# Final: content/photos/NAME.jpg. Draft: a small, noisy PNG in a temporary folder, whose path is printed.
set -euo pipefail
art=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
name=${1:-}
if [[ -z $name || ! -f $art/scenes/$name.py ]]; then
  echo "Usage: art/render.sh NAME [--draft [PERCENT]], where NAME is one of:" >&2
  for scene in "$art"/scenes/*.py; do echo "  $(basename "$scene" .py)" >&2; done
  exit 2
fi
python=/usr/bin/python3
missing=()
command -v blender >/dev/null || missing+=(blender)
for module in numpy:python3-numpy cv2:python3-opencv PIL:python3-pil; do
  "$python" -c "import ${module%%:*}" 2>/dev/null || missing+=("${module##*:}")
done
if ((${#missing[@]})); then
  echo "Missing: ${missing[*]}. On Debian: apt install blender python3-numpy python3-opencv python3-pil" >&2
  exit 1
fi
folder=$(mktemp -d "${TMPDIR:-/tmp}/art-$name.XXXXXX")
percent=100 samples=0
if [[ ${2:-} == --draft ]]; then percent=${3:-33} samples=14; fi
log=$folder/blender.log
if ! PYTHONDONTWRITEBYTECODE=1 nice blender -b --factory-startup --python-exit-code 1 -P "$art/render_scene.py" \
  -- "$name" "$folder/$name.npz" "$percent" "$samples" >"$log" 2>&1; then
  grep -vE '^Fra:' "$log" | tail -20 >&2
  exit 1
fi
grep RENDERED "$log"
export PYTHONDONTWRITEBYTECODE=1
if [[ ${2:-} == --draft ]]; then
  nice "$python" "$art/develop.py" "$folder/$name.npz" "$folder/$name.png"
  echo "$folder/$name.png"
else
  nice "$python" "$art/develop.py" "$folder/$name.npz" "$art/../content/photos/$name.jpg"
  rm -r "$folder"
  echo "content/photos/$name.jpg"
fi
