package org.hybridlab.common.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.fake.Checkout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs linux/address.sh.ftl in a network namespace of its own, with bridges for adapters. */
class AddressScriptTest {
    @TempDir
    Path root;

    @Test
    void adapter_withLabsHardwareAddress_getsTheAddress() throws IOException {
        Files.createDirectories(root.resolve("etc/network/interfaces.d"));
        String output = run("""
                ip link add first type bridge; ip link set first address 00:15:5d:00:38:0a
                ip link add second type bridge; ip link set second address 52:54:00:7f:38:0a
                """);
        assertThat(output).contains("second").doesNotContain("first inet").contains("second inet 192.168.56.10/24");
        assertThat(root.resolve("etc/network/interfaces.d/hybridlab")).hasContent(
                "auto second\niface second inet static\n    address 192.168.56.10/24");
    }

    @Test
    void netplanKeepsItByHardwareAddress() throws IOException {
        Files.createDirectories(root.resolve("etc/netplan"));
        run("ip link add lab type bridge; ip link set lab address 52:54:00:7f:38:0a");
        assertThat(root.resolve("etc/netplan/99-hybridlab.yaml")).content()
                .contains("macaddress: \"52:54:00:7f:38:0a\"", "addresses: [\"192.168.56.10/24\"]");
    }

    @Test
    void machine_withItsAddress_isLeftAlone() throws IOException {
        Files.createDirectories(root.resolve("etc/netplan"));
        run("""
                ip link add lab type bridge; ip link set lab address 52:54:00:7f:38:0a
                ip link add eth0 type bridge; ip address add 192.168.56.10/24 dev eth0
                """);
        assertThat(root.resolve("etc/netplan")).isEmptyDirectory();
    }

    private String run(String adapters) throws IOException {
        Network network = new Network(NetworkMode.FLANNEL_VXLAN, Cidr.parse("192.168.56.0/24"),
                Cidr.parse("10.244.0.0/16"), Cidr.parse("10.96.0.0/16"), 4096, 4789, "cluster.local");
        String script = Checkout.TEMPLATES.render("linux/address.sh.ftl",
                Map.of("lab", Map.of("network", network))).replace("/etc/", root + "/etc/");
        Path file = Files.writeString(root.resolve("address.sh"), "set -euo pipefail\naddress=192.168.56.10\n"
                + adapters + "\n" + script + "ip -o -4 address show | awk '{print $2, $3, $4}'\n");
        Result result = new LocalProcesses().run(
                Command.of("unshare", "--map-root-user", "--net", "bash", file.toString()), new Cancellation());
        assertThat(result.exitCode()).as("this test needs user namespaces and iproute2: " + result.stderr()).isZero();
        return result.stdout();
    }
}
