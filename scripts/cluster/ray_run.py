#!/usr/bin/env python3
"""Plays the shards of an experiment as Ray tasks.

The nodes need no shared disk. The program, the experiment and its files (inherited files, bots, component data) are
sent to the nodes with the runtime environment. The files of each finished shard are sent back in pieces to the machine
of this command, which writes them to a temporary name and renames it. Complete shards are not played again.

Ray's own settings select the cluster (RAY_ADDRESS or --address). Without them, Ray uses the cluster that runs on this
machine or starts a new one. If the cluster requires a token, set the same RAY_AUTH_TOKEN_PATH for this command.
"""

import argparse
import contextlib
import fcntl
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import uuid
import zlib
from pathlib import Path

MANIFEST = "manifest.toml"
PROGRAM = "portolan-program"
# Maximum size of a piece of a file in bytes, and maximum number of pieces of a shard that wait to be fetched.
PIECE = 4 << 20
MOST_WAITING = 4
# Exit codes of portolan.
USAGE, BUSY = 2, 75


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="example: ray_run.py best-plan --shards 20 --out shards/best-plan\n"
               "options after -- are passed to portolan run\n"
               "exit code: 0 all shards are complete; 1 shards are missing or damaged, or a game panicked; 2 wrong usage",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, help="experiment: a file, or a name that portolan experiments lists")
    parser.add_argument("--shards", type=int, required=True, metavar="N", help="number of shards")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR",
                        help="folder for the shards: DIR/shard=1, DIR/shard=2 …")
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
                             "written there, nothing comes back over the network, and a shard whose node "
                             "dies resumes elsewhere from its checkpoint")
    parser.add_argument("--dry-run", action="store_true",
                        help="print the files and commands without running them")
    given, more = sys.argv[1:], []
    if "--" in given:
        at = given.index("--")
        given, more = given[:at], given[at + 1:]
    options = parser.parse_args(given)
    if options.shards < 1 or options.threads < 1 or options.retries < 0:
        parser.error("--shards and --threads are numbers from 1, --retries from 0")
    if options.file.suffix == ".toml" and not options.file.is_file():
        parser.error(f"{options.file}: no such file")
    program = shutil.which(options.portolan)
    if program is None:
        parser.error(f"{options.portolan}: no such program")
    options.portolan = Path(program)
    with options.portolan.open("rb") as opened:
        # If the path is long, the second line names Python.
        head = opened.readline(1000) + opened.readline(1000)
        if head.startswith(b"#!") and b"python" in head:
            parser.error(f"{program} is a script of a Python environment and runs nowhere else; name a program of a "
                         "release with --portolan")
    return options, more


def stage(options, more, folder):
    """Copies the files that the nodes need, with their relative paths. Returns the folder that replaces the current
    folder, relative to the copied folder, and the name of the experiment in it.
    """
    spec = os.path.relpath(options.file)
    try:
        listed = subprocess.run([options.portolan, "run", spec, "--list-files", *more],
                                stdout=subprocess.PIPE, text=True, check=True)
    except OSError as error:
        print(f"error: {options.portolan}: cannot be run here: {error}", file=sys.stderr)
        sys.exit(USAGE)
    except subprocess.CalledProcessError:
        # The program has printed the error, which would occur in every shard.
        sys.exit(USAGE)
    paths = listed.stdout.splitlines()
    for path in paths:
        if os.path.isabs(path):
            print(f"error: {path}: {options.file} names it from the root of this machine; name it from the "
                  "folder of the file", file=sys.stderr)
            sys.exit(USAGE)
    places = [os.path.normpath(path) for path in paths]
    # Replicate as many parent folders as the files refer to.
    deepest = max((place.split(os.sep).count("..") for place in places), default=0)
    around = Path.cwd().parts
    here = Path(*around[len(around) - deepest:])
    (folder / here).mkdir(parents=True, exist_ok=True)
    for path, place in zip(paths, places):
        target = Path(os.path.normpath(folder / here / place))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)
    shutil.copy2(options.portolan, folder / here / PROGRAM)
    return str(here), spec


def read(manifest):
    """Returns a manifest as a dictionary; empty if the file is missing or incomplete."""
    try:
        return tomllib.loads(manifest.read_text())
    except (OSError, ValueError):
        return {}


def missing(options):
    """Returns the numbers of the shards to play, the messages of `portolan merge --check` about the other shards, and
    True if some of their games panicked.
    """
    everything = list(range(1, options.shards + 1))
    manifests = list(options.out.glob(f"*/{MANIFEST}"))
    if not manifests:
        return everything, "", False
    for manifest in manifests:
        count = read(manifest).get("shard", {}).get("count")
        if count not in [None, options.shards]:
            sys.exit(f"error: {manifest.parent} is one of {count} shards, not of {options.shards}; "
                     "choose another --out")
    check = subprocess.run([options.portolan, "merge", options.out, "--check", "--quiet"],
                           capture_output=True, text=True)
    if "all whole" in check.stdout:
        return [], check.stdout.strip(), check.returncode != 0
    # The list includes shards that another process is playing; their tasks wait for that process.
    indices = [int(index) for line in check.stderr.splitlines()
               if line.startswith(("run again: ", "running: "))
               for index in line.partition(": ")[2].split(",")]
    if not indices:
        sys.exit(check.stderr.strip())
    return sorted(indices), check.stdout + check.stderr, False


@contextlib.contextmanager
def scratch():
    """Creates a folder on this node and a lock that marks it as used. First removes folders of workers that were
    killed.
    """
    base = Path(tempfile.gettempdir()) / f"portolan-ray-{os.getuid()}"
    base.mkdir(mode=0o700, exist_ok=True)
    for lock in base.glob("*.lock"):
        with contextlib.suppress(OSError), lock.open() as left:
            fcntl.flock(left, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(lock.with_suffix(""), ignore_errors=True)
            lock.unlink()
    while True:
        folder = base / uuid.uuid4().hex
        lock = folder.with_suffix(".lock")
        with lock.open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            # Another process may have removed the file between opening and locking.
            if os.fstat(held.fileno()).st_nlink == 0:
                continue
            folder.mkdir()
            try:
                yield folder, held
            finally:
                shutil.rmtree(folder, ignore_errors=True)
                lock.unlink(missing_ok=True)
            return


def play(index, shards, command, here, out):
    """Plays one shard on any node. Yields (exit code, messages), and then, if the shard is not yet in its final folder,
    its files in pieces: (name, bytes).
    """
    with scratch() as (folder, held):
        os.chmod(Path(here) / PROGRAM, 0o755)
        shard = Path(out) / f"shard={index}" if out else folder / "shard"
        while True:
            # The program inherits the lock: if this worker is killed, the program still uses the folder.
            done = subprocess.run([*command, "--shard", f"{index}/{shards}", "--out", str(shard)],
                                  cwd=here, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                  pass_fds=[held.fileno()])
            if done.returncode != BUSY:
                break
            time.sleep(5)
        # A complete shard is done even if some of its games panicked, because another attempt would give the same
        # result.
        finished = done.returncode == 1 and read(shard / MANIFEST).get("status") == "complete"
        code = 0 if finished else done.returncode
        yield code, done.stderr[-2000:]
        if code != 0 or out:
            return
        for path in sorted(shard.iterdir()):
            with path.open("rb") as file:
                piece = file.read(PIECE)
                while True:
                    yield path.name, zlib.compress(piece, 1)
                    piece = file.read(PIECE)
                    if not piece:
                        break


def same_shard(one, other):
    """Returns True if two folders contain the same shard of the same run."""
    here, there = ({key: manifest.get(key) for key in ["version", "revision", "shard", "experiment"]}
                   for manifest in (read(folder / MANIFEST) for folder in (one, other)))
    return here == there


class Coming:
    """A shard that is being received. Its pieces are written to a temporary folder next to its final folder."""

    def __init__(self, out, index):
        # This folder is not named like a shard, so that it is not mistaken for one.
        self.folder = out / ".coming" / f"{index}-{uuid.uuid4().hex}"
        self.fresh = self.folder / "fresh"
        self.target = out / f"shard={index}"

    def add(self, name, piece):
        self.fresh.mkdir(parents=True, exist_ok=True)
        with (self.fresh / Path(name).name).open("ab") as file:
            file.write(zlib.decompress(piece))

    def place(self):
        """Moves the shard to its final folder in one step."""
        if self.target.exists():
            if (self.target / MANIFEST).exists() and not same_shard(self.fresh, self.target):
                raise FileExistsError(f"{self.target} contains another run; remove it or choose another --out")
            self.target.rename(self.folder / "old")
        self.fresh.rename(self.target)

    def drop(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def take(options, generator, coming):
    """Receives the next item of a shard. Returns True if it was the last one."""
    import ray

    try:
        what, content = ray.get(next(generator))
    except StopIteration:
        if not options.shared:
            coming.place()
        return True
    if isinstance(what, str):
        coming.add(what, content)
    elif what == USAGE:
        raise ValueError(content.strip())
    elif what != 0:
        raise RuntimeError(f"ended with {what}: {content.strip()}")
    return False


def run_all(options, indices, command, here, folder):
    """Plays the shards and moves them to their final folders. Continues after failed shards."""
    import ray

    ray.init(address=options.address, runtime_env={"working_dir": str(folder)}, log_to_driver=False)
    # This function counts attempts itself: pieces of a lost attempt must not be mixed with pieces of the next one, and
    # a usage error is not retried.
    task = ray.remote(num_cpus=options.threads, max_retries=0, num_returns="streaming",
                      _generator_backpressure_num_objects=MOST_WAITING)(play)
    out = str(options.out.resolve()) if options.shared else None
    waiting, running = list(reversed(indices)), {}
    tries = dict.fromkeys(indices, 0)
    done, failed, told = 0, 0, 0.0
    while waiting or running:
        # Limit the number of tasks, so that all processors are busy but results do not accumulate.
        room = max(2, int(2 * ray.cluster_resources().get("CPU", 1) / options.threads))
        while waiting and len(running) < room:
            index = waiting.pop()
            generator = task.remote(index, options.shards, command, here, out)
            running[generator] = index, Coming(options.out, index)
        ready, _ = ray.wait(list(running), timeout=5)
        for generator in ready:
            index, coming = running[generator]
            try:
                if not take(options, generator, coming):
                    continue
                done += 1
            except (ray.exceptions.RayError, RuntimeError, OSError, ValueError, zlib.error) as error:
                tries[index] += 1
                again = not isinstance(error, ValueError) and tries[index] <= options.retries
                print(f"shard {index}: {error}{'; trying again' if again else ''}", file=sys.stderr)
                if again:
                    waiting.append(index)
                else:
                    failed += 1
            del running[generator]
            coming.drop()
        if time.monotonic() - told >= 1 or not (waiting or running):
            told = time.monotonic()
            nodes = sum(node["Alive"] for node in ray.nodes())
            print(f"{done} of {len(indices)} shards done, {failed} failed, nodes: {nodes}",
                  file=sys.stderr)


def main():
    options, more = arguments()
    with tempfile.TemporaryDirectory() as shipped:
        folder = Path(shipped) / "ship"
        folder.mkdir()
        here, file = stage(options, more, folder)
        indices, told, crashed = missing(options)
        if not indices:
            print(f"{told}: nothing to do")
            return int(crashed)
        command = [f"./{PROGRAM}", "run", file, "--quiet", "--threads", str(options.threads), *more]
        if options.dry_run:
            size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
            names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
            print(f"ships {', '.join(names)}: {size / 1e6:.1f} MB")
            print(f"plays shards {','.join(map(str, indices))} of {options.shards}, "
                  f"retries: {options.retries}, each:")
            where = f"{options.out}/shard=I" if options.shared else "TEMPORARY"
            print(f"  {shlex.join(command)} --shard I/{options.shards} --out {where}")
            return 0
        options.out.mkdir(parents=True, exist_ok=True)
        # Remove files of a driver that was killed.
        shutil.rmtree(options.out / ".coming", ignore_errors=True)
        try:
            run_all(options, indices, command, here, folder)
        except ImportError:
            print("error: Ray is not installed: pip install -r scripts/cluster/requirements.txt",
                  file=sys.stderr)
            return USAGE
        finally:
            shutil.rmtree(options.out / ".coming", ignore_errors=True)
    again, told, crashed = missing(options)
    if again:
        print(f"{told.strip()}\nthe same command plays them", file=sys.stderr)
        return 1
    merged = Path("results") / options.file.stem
    print(f"{told}; to put them together:\n  "
          f"{shlex.join([str(options.portolan), 'merge', str(options.out), '--out', str(merged)])}")
    return int(crashed)


if __name__ == "__main__":
    sys.exit(main())
