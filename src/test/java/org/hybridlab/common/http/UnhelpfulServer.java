package org.hybridlab.common.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;

/** Accepts every connection and then does one of the things that servers should not. Knows WebSockets too. */
public final class UnhelpfulServer implements AutoCloseable {
    private static final long DRIP_MILLIS = 100;
    private static final long GIGABYTE = 1L << 30;
    private static final int BLOCK = 1 << 16;
    private static final String WEBSOCKET_ID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    /** What it does with a request. */
    public enum Behaviour { SAYS_NOTHING, DRIPS_HEADERS, HEADERS_ONLY, DRIPS, RESETS, RESETS_IN_THE_BODY, GIGABYTE }

    private final Behaviour behaviour;
    private final ServerSocket listening;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);
    private final AtomicInteger requests = new AtomicInteger();

    public UnhelpfulServer(Behaviour behaviour) throws IOException {
        this(behaviour, ServerSocketFactory.getDefault());
    }

    /** @param sockets plain ones or such with TLS */
    public UnhelpfulServer(Behaviour behaviour, ServerSocketFactory sockets) throws IOException {
        this.behaviour = behaviour;
        this.listening = sockets.createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        start(this::accept);
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** How many were read to their end. */
    public int requests() {
        return requests.get();
    }

    /** Whether a client went away within ten seconds while it was being answered. */
    public boolean isLeftByItsClient() throws InterruptedException {
        return left.await(10, TimeUnit.SECONDS);
    }

    private void accept() {
        while (closed.getCount() > 0) {
            try {
                Socket socket = listening.accept();
                sockets.add(socket);
                start(() -> answer(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            if (behaviour == Behaviour.SAYS_NOTHING) {
                closed.await();
            }
            String key = "";
            BufferedReader request = new BufferedReader(new InputStreamReader(socket.getInputStream(),
                    StandardCharsets.ISO_8859_1));
            for (String line = request.readLine(); line != null && !line.isEmpty(); line = request.readLine()) {
                key = line.startsWith("Sec-WebSocket-Key: ") ? line.substring(19) : key;
            }
            requests.incrementAndGet();
            behave(socket, socket.getOutputStream(), key);
        } catch (IOException e) {
            left.countDown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void behave(Socket socket, OutputStream out, String key) throws IOException, InterruptedException {
        switch (behaviour) {
            case DRIPS_HEADERS -> drip(out, "HTTP/1.1 200 OK\r\nX-Long: " + "x".repeat(10_000));
            case HEADERS_ONLY -> {
                begin(out, key);
                closed.await();
            }
            case DRIPS -> {
                begin(out, key);
                drip(out, key.isEmpty() ? "x".repeat(10_000) : "\u0089\0".repeat(10_000));
            }
            case RESETS_IN_THE_BODY -> {
                begin(out, key);
                out.write(block(key), 0, 10);
                reset(socket);
            }
            case GIGABYTE -> {
                begin(out, key);
                byte[] block = block(key);
                for (long sent = 0; sent < GIGABYTE; sent += BLOCK) {
                    out.write(block);
                }
            }
            default -> reset(socket);
        }
    }

    private static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private void drip(OutputStream out, String text) throws IOException, InterruptedException {
        for (byte one : text.getBytes(StandardCharsets.ISO_8859_1)) {
            out.write(one);
            out.flush();
            if (closed.await(DRIP_MILLIS, TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    private static void begin(OutputStream out, String key) throws IOException {
        out.write((key.isEmpty() ? "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n".formatted(GIGABYTE)
                : "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: "
                        + "Upgrade\r\nSec-WebSocket-Accept: "
                + "%s\r\nSec-WebSocket-Protocol: v4.channel.k8s.io\r\n\r\n".formatted(accepted(key)))
                .getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    /** Of a body, or a whole binary frame on the channel of a command's output. */
    private static byte[] block(String key) {
        byte[] block = "x".repeat(BLOCK).getBytes(StandardCharsets.ISO_8859_1);
        if (!key.isEmpty()) {
            int payload = BLOCK - 4;
            byte[] head = {(byte) 0x82, 126, (byte) (payload >> 8), (byte) payload, 1};
            System.arraycopy(head, 0, block, 0, head.length);
        }
        return block;
    }

    private static String accepted(String key) {
        try {
            return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1")
                    .digest((key + WEBSOCKET_ID).getBytes(StandardCharsets.ISO_8859_1)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "unhelpful-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
