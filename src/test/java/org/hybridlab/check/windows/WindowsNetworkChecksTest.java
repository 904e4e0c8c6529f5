package org.hybridlab.check.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checks of what Windows says of its network: HNS networks, policies, source addresses and routes. */
class WindowsNetworkChecksTest extends HybridClusterThatIsWell {
    @ParameterizedTest
    @CsvSource({
        "hns-network, network|flannel.4096|Overlay|10.244.1.0/24, other|1, win has no HNS network flannel.4096 Overlay",
        "hns-network, Overlay, ICS, but flannel.4096 ICS 10.244.1.0/24",
        "hns-network, 10.244.1.0/24, 10.244.2.0/24, but flannel.4096 Overlay 10.244.2.0/24",
        "hns-network, |192.168.99.12, |10.0.2.15, 'win has flannel.4096 on the adapter with 10.0.2.15, not on the "
                + "one with'",
        "hns-policies, policies|7, policies|0, win has 0 policy lists",
        "source-vip, kube-proxy, somebody, win: kube-proxy holds no source address",
        "source-vip, 4fe1, kube-proxy, 'win: kube-proxy holds several source addresses: 10.244.1.2, 10.244.1.5'",
        "source-vip, 10.244.1.2, 10.244.2.2, the source address 10.244.2.2 is not of 10.244.1.0/24",
        "source-vip, endpoint||10.244.1.2, endpoint||10.244.1.9, win: an endpoint has 10.244.1.9",
        "windows-routes, route|10.244.0.0/24, route|10.244.9.0/24, win has no route to the pods of control"})
    void failsIfWindowsSaysOtherwise(String id, String right, String wrong, String words) {
        fixture.facts = fixture.facts.stream().map(line -> line.replace(right, wrong)).toList();

        assertFailed(id, words);
    }

    /** In the mode without flannel on Windows, by a virtual gateway. */
    @ParameterizedTest
    @CsvSource({"hns-network, nothing, nothing, ''",
        "hns-network, l2bridge|L2Bridge, l2bridge|Transparent, but l2bridge Transparent 10.244.1.0/24",
        "hns-network, cbr0|10.244.1.2, cbr0|10.244.1.7, win holds 10.244.1.7 in the network of its pods instead of "
                + "10.244.1.2",
        "hns-network, endpoint|, other|, win holds nothing in the network of its pods",
        "windows-routes, nothing, nothing, ''",
        "windows-routes, by|10.244.1.1, by|10.244.1.2, win has no route to the pods of all nodes: 10.160.0.0/12 by "
                + "10.244.1.1"})
    void bridgeWithVirtualGateway_hasOwnRoute(String id, String right, String wrong, String words) {
        fixture.facts = Stream.of("network|l2bridge|L2Bridge|10.244.1.0/24", "endpoint|cbr0|10.244.1.2",
                "route|10.160.0.0/12|10.244.1.1").map(line -> line.replace(right.replace("by|", "/12|"),
                        wrong.replace("by|", "/12|"))).toList();
        Lab tor = LabFile.read(Path.of("labs/upstream-tor/lab.yaml"), Cidr.parse("192.168.99.0/24")).orThrow();

        Verdict verdict = checks().stream().filter(check -> check.id().equals(id)).findFirst().orElseThrow()
                .judge(fixture.context(tor, Map.of()));

        assertThat(verdict.outcome()).as(verdict.message())
                .isEqualTo(words.isEmpty() ? Outcome.PASSED : Outcome.FAILED);
        assertThat(verdict.message()).contains(words);
    }

    /** What a healthy machine may have besides. */
    @ParameterizedTest
    @CsvSource({"hns-network, network|nat|NAT|172.20.0.0/20|172.20.0.1", "hns-network, network|External|L2Bridge||",
        "hns-policies, policies|1", "source-vip, address|10.244.1.9|4fe2", "source-vip, endpoint|nat|172.20.0.5",
        "windows-routes, route|0.0.0.0/0|192.168.99.1", "windows-routes, route|10.244.7.0/24|192.168.99.17"})
    void passesBesideWhatIsNotThePodNetworks(String id, String fact) {
        fixture.facts = Stream.concat(fixture.facts.stream(), Stream.of(fact)).toList();

        Verdict verdict = judged(id);

        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void pod_withTheSourceAddressToo_fails() {
        fixture.api.with("/api/v1/pods", POD.formatted("thief", "win", "10.244.1.2"));

        assertFailed("source-vip", "the source address 10.244.1.2 is the pod thief's as well");
    }
}
