#!/usr/bin/env python3
"""Plays the shards of an experiment as Ray tasks.

No shared disk is needed: the program and the experiment go to the nodes with the runtime environment,
and each finished shard comes back to the machine of this command, which writes it to a temporary name
and renames it. Shards that are there and whole are not played again.

Ray's own settings say which cluster is meant (RAY_ADDRESS, or --address; without either the one that
runs here, or else a new one on this machine) and how it knows its users: where the cluster asks for a
token, give this command the same RAY_AUTH_TOKEN_PATH.
"""

import argparse
import io
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from pathlib import Path

MANIFEST = "manifest.toml"


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="example: ray_run.py experiments/strategies-3p.toml --shards 20 --out shards/strategies-3p\n"
               "options after -- go to portolan run\n"
               "exit code: 0 all shards are there and whole, 1 some are not, 2 wrong usage",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, help="experiment file; its folder is shipped with it")
    parser.add_argument("--shards", type=int, required=True, metavar="N", help="number of shards")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR",
                        help="folder that the shards go to, as DIR/shard=1, DIR/shard=2 …")
    parser.add_argument("--portolan", default=os.environ.get("PORTOLAN", "portolan"), metavar="BIN",
                        help="the program (default: $PORTOLAN, or portolan in the PATH)")
    parser.add_argument("--address", help="of the Ray cluster")
    parser.add_argument("--threads", type=int, default=1, metavar="T",
                        help="processors and threads of each shard (default: %(default)s)")
    parser.add_argument("--retries", type=int, default=3, metavar="R",
                        help="how often a shard is tried again that fails or whose node dies "
                             "(default: %(default)s)")
    parser.add_argument("--shared", action="store_true",
                        help="DIR is on a disk that all nodes have under the same name: shards are "
                             "written there, and nothing comes back over the network")
    parser.add_argument("--root", type=Path, metavar="PATH",
                        help="ship this folder instead of that of the experiment, which is in it")
    parser.add_argument("--dry-run", action="store_true",
                        help="print what would be shipped and run, and run nothing")
    given, more = sys.argv[1:], []
    if "--" in given:
        at = given.index("--")
        given, more = given[:at], given[at + 1:]
    options = parser.parse_args(given)
    if options.shards < 1 or options.threads < 1 or options.retries < 0:
        parser.error("--shards and --threads are numbers from 1, --retries from 0")
    if not options.file.is_file():
        parser.error(f"{options.file}: no such file")
    program = shutil.which(options.portolan)
    if program is None:
        parser.error(f"{options.portolan}: no such program")
    options.portolan = Path(program)
    root = options.root or options.file.parent
    if not options.file.resolve().is_relative_to(root.resolve()):
        parser.error(f"{options.file} is not in {root}")
    options.root = root
    return options, more


def stage(options, folder):
    """Copies what the nodes need, and tells the name of the experiment there."""
    shutil.copy2(options.portolan, folder / "portolan")
    results = {options.out.resolve(), Path("results").resolve(), Path("target").resolve()}

    def leave_out(where, names):
        return [name for name in names
                if name == ".git" or (Path(where) / name).resolve() in results]

    shutil.copytree(options.root, folder / "experiment", ignore=leave_out)
    # Bots by name are looked for in the working folder.
    if Path("bots").is_dir():
        shutil.copytree("bots", folder / "bots")
    inside = options.file.resolve().relative_to(options.root.resolve())
    return str(Path("experiment") / inside)


def read(manifest):
    """A manifest; nothing of one that is cut short."""
    try:
        return tomllib.loads(manifest.read_text())
    except ValueError:
        return {}


def missing(options):
    """Numbers of the shards that are still to be played, by `portolan merge --check`."""
    everything = list(range(1, options.shards + 1))
    manifests = list(options.out.glob(f"*/{MANIFEST}"))
    if not manifests:
        return everything, ""
    for manifest in manifests:
        count = read(manifest).get("shard", {}).get("count")
        if count not in [None, options.shards]:
            sys.exit(f"error: {manifest.parent} is one of {count} shards, not of {options.shards}; "
                     "choose another --out")
    check = subprocess.run([options.portolan, "merge", options.out, "--check"],
                           capture_output=True, text=True)
    if check.returncode == 0:
        return [], check.stdout.strip()
    for line in check.stderr.splitlines():
        if line.startswith("run again: "):
            return [int(index) for index in line.removeprefix("run again: ").split(",")], check.stderr
    sys.exit(check.stderr.strip())


def play(index, shards, command, out):
    """One shard, on whichever node: returns its folder as bytes, or nothing if it is where it belongs."""
    os.chmod("portolan", 0o755)
    with tempfile.TemporaryDirectory() as scratch:
        folder = f"{out}/shard={index}" if out else f"{scratch}/shard"
        done = subprocess.run([*command, "--shard", f"{index}/{shards}", "--out", folder],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"shard {index} ended with {done.returncode}: {done.stderr[-2000:]}")
        if out:
            return index, b""
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz", compresslevel=1) as archive:
            archive.add(folder, arcname=".")
        return index, packed.getvalue()


def same_shard(one, other):
    """Whether two folders hold the same part of the same run."""
    here, there = ({key: manifest.get(key) for key in ["version", "revision", "shard", "experiment"]}
                   for manifest in (read(folder / MANIFEST) for folder in (one, other)))
    return here == there


def place(packed, out, index):
    """Puts a shard that came back into its place, whole or not at all."""
    target = out / f"shard={index}"
    # No shard itself, so nobody takes what is in it for one.
    coming = out / ".coming"
    coming.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=coming) as scratch:
        fresh = Path(scratch) / "fresh"
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(fresh, filter="data")
        if target.exists():
            if (target / MANIFEST).exists() and not same_shard(fresh, target):
                raise FileExistsError(f"{target} holds another run; remove it or choose another --out")
            target.rename(Path(scratch) / "old")
        fresh.rename(target)


def run_all(options, indices, command, folder):
    """Plays the shards and puts them into their places; the problems that there were."""
    import ray

    ray.init(address=options.address, runtime_env={"working_dir": str(folder)}, log_to_driver=False)
    task = ray.remote(num_cpus=options.threads, max_retries=options.retries,
                      retry_exceptions=True)(play)
    out = str(options.out.resolve()) if options.shared else None
    waiting, running, problems = list(reversed(indices)), {}, []
    done, told = 0, 0.0
    while waiting or running:
        # No more at a time than keeps every processor busy: results do not pile up.
        room = max(2, int(2 * ray.cluster_resources().get("CPU", 1) / options.threads))
        while waiting and len(running) < room:
            index = waiting.pop()
            running[task.remote(index, options.shards, command, out)] = index
        ready, _ = ray.wait(list(running), timeout=5)
        for reference in ready:
            index = running.pop(reference)
            try:
                _, packed = ray.get(reference)
                if not options.shared:
                    place(packed, options.out, index)
                done += 1
            except (ray.exceptions.RayError, OSError, tarfile.TarError) as error:
                problems.append(f"shard {index}: {error}")
        if time.monotonic() - told >= 1 or not (waiting or running):
            told = time.monotonic()
            nodes = sum(node["Alive"] for node in ray.nodes())
            print(f"{done} of {len(indices)} shards done, {len(problems)} failed, nodes: {nodes}",
                  file=sys.stderr)
    return problems


def main():
    options, more = arguments()
    indices, told = missing(options)
    if not indices:
        print(f"{told}: nothing to do")
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "ship"
        folder.mkdir()
        file = stage(options, folder)
        command = ["./portolan", "run", file, "--quiet", "--threads", str(options.threads), *more]
        if options.dry_run:
            size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
            print(f"ships {', '.join(sorted(path.name for path in folder.iterdir()))}: {size / 1e6:.1f} MB")
            print(f"plays shards {','.join(map(str, indices))} of {options.shards}, "
                  f"retries: {options.retries}, each:")
            where = f"{options.out}/shard=I" if options.shared else "TEMPORARY"
            print(f"  {shlex.join(command)} --shard I/{options.shards} --out {where}")
            return 0
        options.out.mkdir(parents=True, exist_ok=True)
        try:
            problems = run_all(options, indices, command, folder)
        except ImportError:
            print("error: Ray is not installed: pip install -r scripts/cluster/requirements.txt",
                  file=sys.stderr)
            return 2
        finally:
            shutil.rmtree(options.out / ".coming", ignore_errors=True)
    for problem in problems:
        print(problem, file=sys.stderr)
    again, told = missing(options)
    if again:
        print(f"{told.strip()}\nthe same command plays them", file=sys.stderr)
        return 1
    merged = Path("results") / options.file.stem
    print(f"{told}; to put them together:\n  "
          f"{shlex.join([str(options.portolan), 'merge', str(options.out), '--out', str(merged)])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
