"""Tests of interrupts in a terminal, in a notebook and in long calls, and of calls that exceed the memory."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy
import portolan
import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and terminals of Unix")

# A shell without job control starts background processes with interrupts ignored.
SCRIPT = """
import signal, portolan
signal.signal(signal.SIGINT, signal.default_int_handler)
portolan.run(kind="simulate", game="cartagena", bots=["slow.toml", "slow.toml"], games=400, threads=1, out="out")
"""


@pytest.fixture
def slow(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slow.toml").write_text('kind = "mcts"\niterations = 40\n')
    (tmp_path / "script.py").write_text(SCRIPT)
    return tmp_path


def wait_for(path):
    for _ in range(600):
        if path.exists():
            return
        time.sleep(0.05)
    raise AssertionError(f"{path} does not exist")


def assert_stopped_after_its_games(folder):
    record = portolan._portolan.manifest(folder / "out")
    assert record["status"] == "stopped" and 0 < record["games_done"] < 400


@pytest.mark.parametrize("how", ["key", "signal"])
def test_interrupt_in_a_terminal_stops_after_the_games_in_progress(slow, how):
    """Ctrl-C sends a signal to the process group of the terminal; `kill` sends it to Python only."""
    import pty

    leader, terminal = pty.openpty()
    process = subprocess.Popen([sys.executable, "script.py"], stdin=terminal, stdout=terminal, stderr=terminal,
                               start_new_session=True, preexec_fn=lambda: __import__("fcntl").ioctl(0, 0x540E, 0))
    os.close(terminal)
    said = []
    reader = threading.Thread(target=lambda: said.append(read_all(leader)), daemon=True)
    reader.start()
    wait_for(slow / "out" / "games.csv.partial")
    time.sleep(1.0)
    if how == "key":
        os.write(leader, b"\x03")
    else:
        process.send_signal(signal.SIGINT)
    assert process.wait(timeout=40) != 0
    reader.join(timeout=5)
    assert b"KeyboardInterrupt" in said[0]
    assert_stopped_after_its_games(slow)


def read_all(descriptor):
    said = b""
    while True:
        try:
            piece = os.read(descriptor, 4096)
        except OSError:
            return said
        if not piece:
            return said
        said += piece


def test_second_interrupt_stops_immediately(slow):
    process = subprocess.Popen([sys.executable, "script.py"], stderr=subprocess.PIPE, start_new_session=True)
    wait_for(slow / "out" / "games.csv.partial")
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    before = time.monotonic()
    process.communicate(timeout=20)
    assert time.monotonic() - before < 6 and process.returncode != 0


@pytest.mark.skipif(sys.platform != "linux", reason="lists the processes of Linux")
def test_run_ends_with_the_process_that_started_it(slow):
    process = subprocess.Popen([sys.executable, "script.py"])
    wait_for(slow / "out" / "games.csv.partial")
    assert len(processes_in(slow)) == 2
    process.kill()
    process.wait()
    for _ in range(200):
        if not processes_in(slow):
            break
        time.sleep(0.1)
    assert not processes_in(slow)
    assert portolan._portolan.manifest(slow / "out")["status"] == "running"


def processes_in(folder):
    """Returns the numbers of the other processes whose working directory is this folder."""
    found = []
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and int(name) != os.getpid() and os.readlink(f"/proc/{name}/cwd") == str(folder.resolve()):
                found.append(int(name))
        except OSError:
            continue
    return found


def test_interrupt_of_a_notebook_cell_stops_after_the_games_in_progress(slow):
    manager = pytest.importorskip("jupyter_client").KernelManager(kernel_name="python3")
    manager.start_kernel(cwd=str(slow))
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        request = client.execute(SCRIPT)
        wait_for(slow / "out" / "games.csv.partial")
        time.sleep(1.0)
        manager.interrupt_kernel()
        while (message := client.get_shell_msg(timeout=40))["parent_header"].get("msg_id") != request:
            pass
        reply = message["content"]
        assert reply["status"] == "error" and reply["ename"] == "KeyboardInterrupt"
        assert_stopped_after_its_games(slow)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@pytest.fixture
def interrupts():
    """Enables interrupts, which background processes of a shell without job control ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def assert_interrupted(call, within=1.0):
    sent = []

    def interrupt():
        time.sleep(0.5)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        call()
    assert time.monotonic() - sent[0] < within


def test_long_calls_can_be_interrupted(slow, interrupts):
    game = portolan.Game("cartagena", 2)
    opponents = [game.bot("slow.toml")]
    assert_interrupted(lambda: game.vector(300, 1, opponents=opponents, seat=1))
    assert_interrupted(lambda: game.used_inputs(10**7))
    assert_interrupted(lambda: portolan.Game("maracaibo", 3).vector(10**6, opponents=["greedy", "greedy"]))
    many = portolan.Game("maracaibo", 3).vector(1000, 1)
    assert_interrupted(lambda: [many.afterstates(sparse=True, worlds=50) for _ in range(9)])
    states = [portolan.Game("maracaibo", 3).new_state(seed) for seed in range(100)]
    assert_interrupted(lambda: portolan.afterstates(states, sparse=True, worlds=2000))


def test_other_threads_run_during_long_calls(slow):
    game = portolan.Game("maracaibo", 3)
    states = [game.new_state(seed) for seed in range(200)]
    for call in (lambda: portolan.afterstates(states, sparse=True, worlds=10), lambda: game.used_inputs(100),
                 lambda: game.vector(300, 1, opponents=["greedy"] * 2, seat=2)):
        ticks, ended = [], threading.Event()

        def tick(ticks=ticks, ended=ended):
            while not ended.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.005)

        thread = threading.Thread(target=tick)
        thread.start()
        call()
        ended.set()
        thread.join()
        assert len(ticks) > 5
        assert max(later - earlier for earlier, later in zip(ticks, ticks[1:])) < 0.5


@pytest.mark.parametrize("threads", [1, 2])
def test_interrupted_step_leaves_the_games_unchanged(slow, interrupts, threads):
    game = portolan.Game("cartagena", 2)
    many = game.vector(6, 1, opponents=["greedy"], seat=0, threads=threads)
    for _ in range(10):
        many.step(many.sample())
    (slow / "slow.toml").write_text('kind = "mcts"\niterations = 4000\n')
    kept = many.__reduce__()[1]
    held = (*kept[1][:1], [(str(slow / "slow.toml"), False, None)], *kept[1][2:])
    slower = portolan._portolan._vector_again(kept[0], held, *kept[2:])
    before = numpy.empty((6, game.num_inputs), numpy.float32)
    slower.write(before)
    actions = slower.sample()
    stored = slower.__reduce__()[1][2:]
    assert_interrupted(lambda: [slower.step(actions) for _ in range(1)])
    after = numpy.empty_like(before)
    slower.write(after)
    numpy.testing.assert_array_equal(before, after)
    assert slower.__reduce__()[1][2:] == stored
    slower.step(actions)


def test_failed_program_leaves_the_games_unchanged(tmp_path):
    script = tmp_path / "fails.py"
    script.write_text(textwrap.dedent("""
        import portolan
        @portolan.play_program
        class Fails:
            def choose(self, decision):
                raise RuntimeError("no idea")
    """))
    game = portolan.Game("cartagena", 2)
    bot = game.bot(portolan.bot_file(tmp_path / "fails.toml", script), allow_programs=True)
    many = game.vector(2, 1, opponents=[bot], seat=0)
    stored = many.__reduce__()[1][2:]
    actions = [int(actions[0]) for actions in numpy.split(many.legal_actions()[0], many.legal_actions()[1][1:-1])]
    with pytest.raises(ValueError, match="no idea"):
        for _ in range(9):
            stored = many.__reduce__()[1][2:]
            actions = [int(actions[0]) for actions in numpy.split(many.legal_actions()[0], many.legal_actions()[1][1:-1])]
            many.step(actions)
    assert many.__reduce__()[1][2:] == stored


def test_too_large_requests_raise_memory_error():
    game = portolan.Game("maracaibo", 3)
    for games in (10**15, 2**62):
        with pytest.raises(MemoryError, match="cannot allocate"):
            game.vector(games)
    for worlds in (10**15, 2**62):
        with pytest.raises(MemoryError, match="cannot allocate"):
            game.vector(1).afterstates(worlds=worlds)
        with pytest.raises(MemoryError, match="cannot allocate"):
            game.new_state().afterstates(worlds=worlds, sparse=True)


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is that of Linux")
def test_afterstates_that_exceed_the_memory_raise_memory_error():
    script = textwrap.dedent("""
        import resource, portolan
        many, kept = portolan.Game("maracaibo", 3).vector(3000, 1), None
        pages = int(open("/proc/self/statm").read().split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + 2**27,) * 2)
        for sparse in (False, True):
            try:
                for _ in range(1 + 99 * sparse):
                    kept = kept, many.afterstates(sparse=sparse)
            except MemoryError:
                print("MemoryError")
        assert len(many.sample()) == 3000
    """)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["MemoryError"] * 2
