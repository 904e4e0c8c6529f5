package org.hybridlab.provider.vagrant;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;

/** A lab's proxies for programs of the host, such as vagrant's box downloads. */
public final class ProxyEnvironment {
    private ProxyEnvironment() {
    }

    /** Empty without proxies, which keeps hybridlab's own environment. */
    public static Map<String, String> of(Lab lab) {
        Map<String, String> environment = new LinkedHashMap<>();
        lab.outside().httpProxy().ifPresent(proxy -> environment.put("http_proxy", proxy));
        lab.outside().httpsProxy().ifPresent(proxy -> environment.put("https_proxy", proxy));
        if (!environment.isEmpty()) {
            environment.put("no_proxy", Stream.concat(
                    Stream.of("localhost", "127.0.0.1", lab.network().machines().toString()),
                    lab.outside().noProxy().stream()).collect(Collectors.joining(",")));
        }
        return environment;
    }
}
