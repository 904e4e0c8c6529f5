package org.hybridlab.real;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import tools.jackson.databind.JsonNode;

/**
 * The bootstrap tokens of a cluster: those that it has, and those that it ever had. A join's token lives for seconds,
 * too short to be caught for certain by one who asks the API again and again; but etcd writes each change to its log
 * before it answers, and that log is not cut before ten thousand of them.
 */
final class BootstrapTokens {
    private static final String SECRETS =
            "/api/v1/namespaces/kube-system/secrets?fieldSelector=type%3Dbootstrap.kubernetes.io%2Ftoken";
    /** A Secret's data as protobuf: name, tag and length of the value, value. The dots stand for tag and length. */
    private static final String ENTRY = "token-(id|secret)..[a-z0-9]{6,16}";
    private static final String IN_THE_LOG = "LC_ALL=C grep -aohE '%s' /var/lib/etcd/member/wal/*.wal".formatted(ENTRY);
    private static final Pattern TOKEN = Pattern.compile(
            "token-id\\x12\\x06([a-z0-9]{6})\ntoken-secret\\x12\\x10([a-z0-9]{16})\n");

    private BootstrapTokens() {
    }

    /** The tokens that a cluster has now: secret part by public id. */
    static Map<String, String> now(Cluster cluster) {
        Map<String, String> found = new TreeMap<>();
        for (JsonNode secret : cluster.api().get(SECRETS).path("items")) {
            found.put(text(secret, "token-id"), text(secret, "token-secret"));
        }
        return found;
    }

    private static String text(JsonNode secret, String key) {
        return new String(Base64.getDecoder().decode(secret.path("data").path(key).asString()),
                StandardCharsets.UTF_8);
    }

    /** All that a young cluster ever had, revoked ones too. Read past the test's log, which is searched for them. */
    static Map<String, String> ever(RealLab lab, String controlPlane) {
        Result log = new LocalProcesses().run(Command.of("ssh", "-F", "ssh/" + controlPlane + ".conf", controlPlane,
                "sudo sh -c \"" + IN_THE_LOG + "\"").in(lab.workspace()).timeout(Duration.ofMinutes(1)),
                new Cancellation());
        Map<String, String> found = new TreeMap<>();
        Matcher token = TOKEN.matcher(log.stdout().replace("\r", "") + "\n");
        while (token.find()) {
            found.put(token.group(1), token.group(2));
        }
        return found;
    }
}
