package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;

import org.hybridlab.config.model.Os;
import org.hybridlab.fake.StubProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a machine's packet filter. */
class PacketFilterLogTest {
    /** Rules as iptables-save and nft print them, through the very command of logs.yaml. */
    @Test
    void packetFilter_namesAddedRulesOnly(@TempDir Path programs) throws IOException {
        program(programs, "iptables-save", """
                *raw
                :PREROUTING ACCEPT [0:0]
                -A PREROUTING -p tcp -m tcp --dport 30000:32767 -j DROP
                COMMIT
                *filter
                :INPUT ACCEPT [0:0]
                :FORWARD DROP [0:0]
                -A INPUT -m conntrack --ctstate NEW -m comment --comment "kubernetes load balancer" -j \
                KUBE-PROXY-FIREWALL
                -A FORWARD -d 10.96.0.0/12 -m comment --comment "hybridlab: no such service" -j REJECT
                -A KUBE-FIREWALL ! -s 127.0.0.0/8 -d 127.0.0.0/8 -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT -j \
                DROP
                -A KUBE-SERVICES -d 10.96.0.9/32 -p tcp -m comment --comment "default/x has no endpoints" -m tcp \
                --dport 80 -j REJECT
                COMMIT""");
        program(programs, "nft", """
                table ip raw {
                \tchain PREROUTING {
                \t\ttype filter hook prerouting priority raw; policy accept;
                \t\ttcp dport 30000-32767 counter packets 0 bytes 0 drop
                \t}
                }
                table ip hybridlab {
                \tchain forward {
                \t\tip daddr 10.96.0.0/12 reject
                \t}
                }
                table inet mine {
                \tchain input {
                \t\ttype filter hook input priority filter; policy drop;
                \t\ttcp dport 6443 drop
                \t}
                }""");
        String command = LogSources.read(Path.of("")).of(Os.LINUX).stream()
                .filter(source -> source.name().equals("packet-filter")).findFirst().orElseThrow().what();
        Process shell = new ProcessBuilder("sh", "-c", "PATH=" + programs + ":$PATH; " + command)
                .redirectErrorStream(true).start();

        assertThat(new String(shell.getInputStream().readAllBytes())).isEqualTo("""
                packet filter, table raw: -A PREROUTING -p tcp -m tcp --dport 30000:32767 -j DROP
                packet filter, table inet mine: input tcp dport 6443 drop
                """);
    }

    private static void program(Path folder, String name, String prints) {
        StubProgram.write(folder.resolve(name), "cat <<'END'\n" + prints + "\nEND");
    }
}
