#!/usr/bin/env bash
# Counts the lines of code and of tests in each crate and test program, and compares them with `scripts/budget.txt`. Fails
# if a number is larger than its budget. A change that needs more lines raises the number in the same commit.
#
#     scripts/budget.sh              lines of every crate
#     scripts/budget.sh PROGRAM      size of a program in bytes; its folder is the profile, such as target/release/portolan
#
# Code is every line of `src` except comments, blank lines and inline tests. Tests are all lines of the inline tests and of
# the Rust files in `tests`, and the lines of the rule cases and of the recorded sessions in text files.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
budget=$root/scripts/budget.txt
case ${1:-} in
-*)
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
  [ "$1" = --help ] && exit 0 || exit 2
  ;;
?*)
  size=$(wc -c <"$1")
  most=$(awk -v profile="$(basename "$(dirname "$1")")" '$1 == profile { print $2 }' "$budget")
  echo "$1 has $size bytes; the budget is ${most:-missing in $budget}"
  [ "$size" -le "${most:-0}" ] || exit 1
  exit 0
  ;;
esac

cd "$root"
git ls-files --cached --others --exclude-standard 'src/*.rs' 'tests/*.rs' 'tests/*/cases/*.txt' \
  'tests/*/snapshots/*.md' |
  while IFS= read -r file; do if [ -e "$file" ]; then printf '%s\n' "$file"; fi; done |
  awk '
    # Returns the file of a module that `file` declares.
    function module_file(file, name,   folder) {
      folder = file
      if (file ~ /\/(mod|lib|main)\.rs$/) sub(/\/[^\/]*$/, "", folder)
      else sub(/\.rs$/, "", folder)
      return folder "/" name ".rs"
    }
    # The first pass finds modules that only tests contain; the second pass counts.
    { files[++count] = $0 }
    END {
      for (i = 1; i <= count; i++) {
        previous = ""
        while ((getline line < files[i]) > 0) {
          if (previous == "#[cfg(test)]" && match(line, /mod [a-z_]+;$/)) {
            only_tests[module_file(files[i], substr(line, RSTART + 4, RLENGTH - 5))]
          }
          previous = line
        }
        close(files[i])
      }
      for (i = 1; i <= count; i++) {
        file = files[i]
        split(file, parts, "/")
        name = parts[2] ~ /\.rs$/ ? "portolan" : parts[2]
        if (parts[1] == "tests") name = "tests/" (parts[2] ~ /\.rs$/ ? "allocations" : parts[2])
        test = parts[1] == "tests" || file in only_tests
        while ((getline line < file) > 0) {
          if (parts[1] == "src" && line == "#[cfg(test)]") test = 1
          if (test) tests[name]++
          else if (line !~ /^[ \t]*(\/\/.*)?$/) code[name]++
          # A top-level item ends with a brace in the first column, or with an unindented line that ends with a semicolon.
          if (test && parts[1] == "src" && !(file in only_tests) && line ~ /^(}|[a-z].*;$)/) test = 0
          names[name]
        }
        close(file)
      }
      for (name in names) print name, code[name] + 0, tests[name] + 0
    }' | LC_ALL=C sort |
  awk -v budget="$budget" '
    BEGIN {
      while ((getline line < budget) > 0) {
        if (split(line, cells, /[ \t]+/) == 3 && line !~ /^#/) { code[cells[1]] = cells[2]; tests[cells[1]] = cells[3] }
      }
      printf "%-20s %10s %10s %10s %10s\n", "", "code", "budget", "tests", "budget"
    }
    {
      printf "%-20s %10d %10d %10d %10d\n", $1, $2, code[$1], $3, tests[$1]
      all_code += $2; all_tests += $3; budget_code += code[$1]; budget_tests += tests[$1]
      if ($2 > code[$1] + 0) over = over $1 " exceeds its budget by " $2 - code[$1] " lines of code\n"
      if ($3 > tests[$1] + 0) over = over $1 " exceeds its budget by " $3 - tests[$1] " lines of tests\n"
    }
    END {
      printf "%-20s %10d %10d %10d %10d\n", "all", all_code, budget_code, all_tests, budget_tests
      if (over != "") { printf "%sShorten the code, or raise the number in scripts/budget.txt in this commit.\n", over; exit 1 }
    }'
