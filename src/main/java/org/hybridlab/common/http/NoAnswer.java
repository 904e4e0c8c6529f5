package org.hybridlab.common.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;

/** Why no answer came, in words like curl's. The JDK's exceptions have class names. */
public final class NoAnswer {
    /** Messages of the operating system. */
    private static final Map<String, String> TOLD = Map.of("connection refused", "connection refused",
            "no route to host", "no route to host", "host is down", "no route to host",
            "network is unreachable", "network is unreachable", "connection reset", "connection reset",
            "broken pipe", "connection closed", "timed out", "no answer in time");

    private NoAnswer() {
    }

    public static String why(Throwable failure) {
        List<Throwable> all = causes(failure);
        return all.stream().flatMap(one -> told(one).stream()).findFirst()
                .or(() -> known(all))
                .or(() -> all.stream().flatMap(one -> message(one).stream()).findFirst())
                .orElse(all.stream().anyMatch(IOException.class::isInstance) ? "connection failed"
                        : failure.toString());
    }

    private static List<Throwable> causes(Throwable failure) {
        Set<Throwable> all = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Throwable> inOrder = new ArrayList<>();
        for (Throwable one = failure; one != null && all.add(one); one = one.getCause()) {
            inOrder.add(one);
        }
        return inOrder;
    }

    private static Optional<String> told(Throwable one) {
        String message = one instanceof IOException ? message(one).orElse("").toLowerCase(Locale.ROOT) : "";
        return TOLD.entrySet().stream().filter(entry -> message.contains(entry.getKey())).map(Map.Entry::getValue)
                .findFirst();
    }

    private static Optional<String> known(List<Throwable> all) {
        if (is(all, HttpConnectTimeoutException.class)) {
            return Optional.of("no answer in time");
        }
        if (is(all, UnknownHostException.class) || is(all, UnresolvedAddressException.class)) {
            return Optional.of("unknown host");
        }
        if (is(all, NoRouteToHostException.class)) {
            return Optional.of("no route to host");
        }
        Optional<String> tls = all.stream().filter(SSLException.class::isInstance)
                .flatMap(one -> message(one).stream()).findFirst().map("TLS: "::concat);
        if (tls.isPresent()) {
            return tls;
        }
        if (is(all, HttpTimeoutException.class)) {
            return Optional.of(message(all.get(0)).orElse("no answer in time"));
        }
        if (is(all, ConnectException.class) && message(all.get(0)).isEmpty()) {
            return Optional.of("connection refused");
        }
        return is(all, EOFException.class) || is(all, ClosedChannelException.class) ? Optional.of("connection closed")
                : Optional.empty();
    }

    private static boolean is(List<Throwable> all, Class<? extends Throwable> kind) {
        return all.stream().anyMatch(kind::isInstance);
    }

    /** A message that repeats its cause begins with a class name. */
    private static Optional<String> message(Throwable one) {
        String text = one.getMessage();
        return text == null || text.isBlank() || one.getCause() != null && text.equals(one.getCause().toString())
                ? Optional.empty() : Optional.of(text.strip());
    }
}
