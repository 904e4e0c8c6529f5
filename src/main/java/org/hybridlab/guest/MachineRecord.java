package org.hybridlab.guest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Output of {@code record.ps1} from a Windows machine. Questions without an answer are unknown, never left out.
 *
 * @param moment for example {@code before-join}
 * @param at this host's time, RFC 3339
 * @param session how the ssh session ended
 * @param facts in the order of the questions
 */
public record MachineRecord(String moment, String at, String session, List<Fact> facts) {
    /** Other values mean a session that broke or never began. */
    public static final String WELL = "open to its end";
    public static final String CLOCK = "clock ahead of the host";
    private static final List<String> ABOUT = List.of("clock", CLOCK, "build", "feature Containers",
            "servicing wants a reboot", "boot", "licence", "adapter", "address", "route", "default route",
            "answer of Get-HnsNetwork", "answer of Get-HnsEndpoint", "answer of Get-HnsPolicyList", "HNS network",
            "HNS network in full", "HNS endpoint", "hnsdiag list endpoints", "service sshd", "service containerd",
            "service kubelet", "service kube-proxy");

    public MachineRecord {
        facts = List.copyOf(facts);
    }

    /**
     * @param state {@code read}, {@code none} if the machine has none, or {@code unknown}
     * @param why it is unknown; else empty
     */
    public record Fact(String about, String state, List<String> values, String why) {
        public Fact {
            values = List.copyOf(values);
        }

        static Fact unknown(String about, String why) {
            return new Fact(about, "unknown", List.of(), why);
        }
    }

    /**
     * @param lines each {@code fact|ABOUT|VALUE}, {@code none|ABOUT} or {@code unknown|ABOUT|WHY}
     * @param more other questions to the machine
     */
    public static MachineRecord of(String moment, String at, String session, List<String> lines, List<String> more) {
        Map<String, Fact> facts = new LinkedHashMap<>();
        for (String line : lines) {
            String[] parts = line.split("\\|", 3);
            String rest = parts.length == 3 ? parts[2].strip() : "";
            if (parts.length > 1 && parts[0].equals("fact")) {
                facts.merge(parts[1], new Fact(parts[1], "read", List.of(rest), ""), MachineRecord::both);
            } else if (parts.length > 1 && parts[0].equals("none")) {
                facts.putIfAbsent(parts[1], new Fact(parts[1], "none", List.of(), ""));
            } else if (parts.length > 1 && parts[0].equals("unknown")) {
                facts.putIfAbsent(parts[1], Fact.unknown(parts[1], rest));
            }
        }
        Stream.concat(ABOUT.stream(), more.stream()).forEach(about -> facts.putIfAbsent(about,
                Fact.unknown(about, "the machine did not say; the session: " + session)));
        return new MachineRecord(moment, at, session, List.copyOf(facts.values()));
    }

    private static Fact both(Fact first, Fact second) {
        List<String> values = new ArrayList<>(first.values());
        values.addAll(second.values());
        return new Fact(first.about(), "read", values, "");
    }
}
