package org.hybridlab.cluster.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EtcdMemberTest {
    /** Printed by etcdctl 3.6.16; the second was added and has not started. */
    private static final String LIST = """
            3ddb775b295e9cbe, started, store1, https://192.168.56.12:2380, https://192.168.56.12:2379, false
            4e27bcd385cc503b, unstarted, , https://192.168.56.14:2380, , true
            """;

    @Test
    void member_notYetStarted_isKnownByAddress() {
        assertThat(EtcdMember.of(LIST)).containsExactly(
                new EtcdMember("3ddb775b295e9cbe", "store1", "192.168.56.12", false),
                new EtcdMember("4e27bcd385cc503b", "", "192.168.56.14", true));
        assertThat(EtcdMember.at("192.168.56.14", EtcdMember.of(LIST))).isPresent();
        assertThat(EtcdMember.at("192.168.56.1", EtcdMember.of(LIST))).isEmpty();
    }

    @Test
    void whatEtcdctlWarnsOfIsNoMember() {
        assertThat(EtcdMember.of("{\"level\":\"warn\",\"msg\":\"retrying of unary invoker failed\"}\n" + LIST))
                .hasSize(2);
    }
}
