# server.py N -- an HTTP server, a thread a request, of N requests on the local
# address; the file `port` says where.  SPDX-License-Identifier: GPL-2.0-or-later
import http.server
import os
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def version_string(self):
        return "server"

    def date_time_string(self, timestamp=None):
        return "now"


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = False


with Server(("127.0.0.1", 0), Handler) as server:
    with open("port.new", "w") as port:
        port.write(str(server.server_port))
    os.rename("port.new", "port")
    for _ in range(int(sys.argv[1])):
        server.handle_request()
print("served")
