package org.hybridlab.cluster.etcd;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One line of {@code etcdctl member list}.
 *
 * @param id hexadecimal
 * @param name empty before its first start
 * @param address peer URL
 * @param learner whether it has no vote yet
 */
public record EtcdMember(String id, String name, String address, boolean learner) {
    private static final Pattern LINE = Pattern.compile(
            "([0-9a-f]+), \\w+, ([^,]*), https://([0-9.]+):2380, .*(true|false)");

    /** Skips other output, such as warnings. */
    public static List<EtcdMember> of(String list) {
        return list.lines().flatMap(EtcdMember::ofLine).toList();
    }

    private static Stream<EtcdMember> ofLine(String line) {
        Matcher match = LINE.matcher(line);
        return match.matches() ? Stream.of(new EtcdMember(match.group(1), match.group(2), match.group(3),
                Boolean.parseBoolean(match.group(4)))) : Stream.empty();
    }

    public static Optional<EtcdMember> at(String address, List<EtcdMember> members) {
        return members.stream().filter(member -> member.address().equals(address)).findFirst();
    }
}
