package org.hybridlab.provider;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.sun.net.httpserver.HttpServer;

/** A web server on this machine that has what tests put there, and remembers who asked for what. */
public final class LoopbackServer implements AutoCloseable {
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    public LoopbackServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    /** Its address, without a slash at its end. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Method and path of each request so far; to be cleared. */
    public List<String> asked() {
        return asked;
    }

    public void put(String path, String type, byte[] content) {
        server.createContext(path, exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, head ? -1 : content.length);
            if (!head) {
                exchange.getResponseBody().write(content);
            }
            exchange.close();
        });
    }

    /**
     * A catalogue as Vagrant's registry has it: one box for VirtualBox in version 2.1.0.
     *
     * @param file path of the box
     */
    public void putCatalogue(String name, String file) {
        put("/" + name, "application/json", """
                {"name": "%s", "versions": [{"version": "2.1.0", "providers":
                 [{"name": "virtualbox", "url": "%s%s"}]}]}""".formatted(name, url(), file)
                         .getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
