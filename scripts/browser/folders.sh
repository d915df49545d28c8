#!/usr/bin/env bash
# Plays a small results folder of every kind of experiment into a folder and writes their reports.
#
#     scripts/browser/folders.sh PORTOLAN FOLDER
set -euo pipefail
if [ $# -ne 2 ] || [[ $1 == -* ]]; then
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
  [ "${1:-}" = --help ] && exit 0 || exit 2
fi
program=$(realpath "$1")
mkdir -p "$2"
cd "$2"

# Runs one experiment. The arguments are its name and the options of its report; stdin is its file.
experiment() {
  [ -e "$1/manifest.toml" ] && return
  cat >"$1.toml"
  "$program" run "$1.toml" --out "$1" --quiet >"$1.txt" </dev/null
}

experiment simulate <<<'
kind = "simulate"
game = "maracaibo"
bots = ["greedy", "engine", "random"]
blocks = 40
seed = 7'
experiment seats <<<'
kind = "simulate"
game = "endeavor"
bots = ["greedy", "greedy", "greedy", "greedy"]
blocks = 60
seed = 7'
experiment tournament <<<'
kind = "tournament"
game = "cartagena"
players = 3
bots = ["greedy", "racer", "random", "net"]
blocks = 30
seed = 5'
experiment gauntlet <<<'
kind = "gauntlet"
game = "puerto_rico"
challenger = "net"
players = 3
bots = ["greedy", "random"]
blocks = 20
seed = 5'
experiment duel <<<'
kind = "duel"
game = "cartagena"
players = 2
bots = ["net", "greedy"]
games = 4000
seed = 5
events = "none"'
experiment sweep <<<'
kind = "sweep"
game = "maracaibo"
bots = ["greedy", "random"]
blocks = 20
events = "none"
[sweep.parameters.greedy]
weights.doubloons = [1, 2, 3, 5]'
experiment ladder <<<'
kind = "ladder"
game = "maracaibo"
players = 1
bots = ["random", "explorer", "greedy"]
blocks = 60
events = "none"
[ladder]
option = "level"
values = ["very-easy", "easy", "normal", "hard", "very-hard"]'
experiment mixture <<<'
kind = "mixture"
game = "maracaibo"
players = 1
bots = ["greedy"]
blocks = 8
events = "none"
[mixture]
option = "jean_cards"
items = ["A1", "A2", "A3", "A4", "A5", "B1", "B2", "B3"]
smallest = 3
largest = 5
draws = 40
composition = "jean_deck"'
experiment factorial <<<'
kind = "factorial"
game = "maracaibo"
players = 2
bots = ["greedy", "engine"]
items = ["cards"]
games = 4000
seed = 52
events = "items"
[factorial]
withhold = 0.5'
experiment buildings <<<'
kind = "factorial"
game = "puerto_rico"
players = 3
bots = ["greedy"]
items = ["buildings"]
games = 3000
seed = 52
events = "items"
[factorial]
withhold = 0.5
interactions = 5'
experiment grant <<<'
kind = "grant"
game = "maracaibo"
players = 2
bots = ["greedy"]
items = ["careers", "A025", "B031"]
games = 60
seed = 53
events = "none"'
experiment price <<<'
kind = "price_factorial"
game = "maracaibo"
players = 2
bots = ["greedy"]
items = ["prestige"]
games = 200
seed = 54
events = "items"'
experiment constraint <<<'
kind = "constraint"
game = "maracaibo"
players = 2
bots = ["greedy"]
items = ["prestige"]
games = 60
seed = 55
events = "none"'
experiment settings <<<'
kind = "settings"
game = "puerto_rico"
players = 3
bots = ["greedy"]
blocks = 30
seed = 56
events = "none"
[settings]
corn_doubloons = [0, -1, 1]
hospice_on_quarry = ["on", "off"]'
cat >changes.toml <<<'
[project_cards.A055]
cost = 1
vp = 9'
experiment change <<<'
kind = "change"
game = "maracaibo"
players = 2
bots = ["greedy"]
items = ["A055"]
games = 400
events = "items"
[change]
data = "changes.toml"'
experiment change-rules <<<'
kind = "change"
game = "puerto_rico"
players = 3
bots = ["greedy"]
games = 120
events = "none"
[change.set]
hospice_on_quarry = "off"'

if ! [ -e learn/manifest.toml ]; then
  cat >learn.toml <<<'
game = "cartagena"
players = [2]
units = 64
rounds = 4
games = 40
teacher = "tuned"
opponents = ["tuned", "racer"]
earlier = 0.1
bots = 0.1
match_every = 2
match_games = 8'
  "$program" learn learn.toml --out learn --quiet >learn.txt </dev/null
fi

for folder in */; do
  folder=${folder%/}
  [ -e "$folder/manifest.toml" ] && "$program" report "$folder" --force >/dev/null
done
"$program" report simulate --ask wins,habits,luck,strategies --out simulate/asked --force >/dev/null
"$program" report --index . --force >/dev/null

# Write the page of one game of each kind.
for table in maracaibo:greedy,random,greedy puerto_rico:greedy,net,random endeavor:greedy,random,greedy \
  cartagena:greedy,racer; do
  "$program" replay --game "${table%:*}" --bots "${table#*:}" --seed 3 --game-id 1 \
    --html "replay-${table%:*}.html" --force >/dev/null 2>&1
done
