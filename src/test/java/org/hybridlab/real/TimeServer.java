package org.hybridlab.real;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** Answers NTP's clients with this host's time, as RFC 4330 has it. It keeps no state and follows no server itself. */
final class TimeServer implements AutoCloseable {
    private static final int PORT = 123;
    private static final int LENGTH = 48;
    private static final int TRANSMIT = 40;
    /** No leap second, version 4, a server's answer; the second level below a clock; polled every 64 s. */
    private static final byte[] HEAD = {0x24, 2, 6, -20};
    private static final long SECONDS_1900_TO_1970 = 2_208_988_800L;

    private final DatagramSocket socket = new DatagramSocket(PORT);
    private final Set<String> clients = new ConcurrentSkipListSet<>();

    TimeServer() throws SocketException {
        Thread thread = new Thread(this::answer, "time-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** Addresses that asked. */
    Set<String> clients() {
        return clients;
    }

    private void answer() {
        byte[] buffer = new byte[LENGTH];
        while (!socket.isClosed()) {
            DatagramPacket packet = new DatagramPacket(buffer, LENGTH);
            try {
                socket.receive(packet);
                long sent = ByteBuffer.wrap(buffer).getLong(TRANSMIT);
                long now = stamp(Instant.now());
                byte[] answer = ByteBuffer.allocate(LENGTH).put(HEAD).putInt(0).putInt(0)
                        .put(new byte[] {127, 0, 0, 1}).putLong(now).putLong(sent).putLong(now)
                        .putLong(stamp(Instant.now())).array();
                socket.send(new DatagramPacket(answer, LENGTH, packet.getSocketAddress()));
                clients.add(packet.getAddress().getHostAddress());
            } catch (IOException e) {
                // Closed, or a client that is gone.
            }
        }
    }

    /** Seconds since 1900 in the upper half, parts of a second in the lower. */
    private static long stamp(Instant time) {
        return time.getEpochSecond() + SECONDS_1900_TO_1970 << 32 | ((long) time.getNano() << 32) / 1_000_000_000L;
    }

    @Override
    public void close() {
        socket.close();
    }
}
