package org.hybridlab.common.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.DnsSettings;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.TimeSettings;
import org.hybridlab.fake.Checkout;
import org.hybridlab.fake.StubProgram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs linux/dns.sh.ftl and linux/time.sh.ftl on a folder that stands for a machine, with a fake systemd. */
class NamesAndTimeScriptTest {
    private static final DnsSettings DNS = new DnsSettings(List.of(Ipv4.parse("100.100.126.205"),
            Ipv4.parse("100.100.126.206")), List.of("mylan.k8s"));
    private static final TimeSettings TIME = new TimeSettings(Optional.of("Asia/Shanghai"),
            List.of("ntp1.mylan.k8s", "ntp2.mylan.k8s"));
    private static final String OWN =
            "# made by dhclient\nsearch old.example\nnameserver 192.168.121.1\noptions edns0\n";

    @TempDir
    Path root;

    @BeforeEach
    void machine() throws IOException {
        Files.createDirectories(root.resolve("etc/dhcp/dhclient-enter-hooks.d"));
        Files.createDirectories(root.resolve("usr/share/zoneinfo/Asia"));
        Files.createDirectories(root.resolve("usr/share/zoneinfo/Etc"));
        Files.createFile(root.resolve("usr/share/zoneinfo/Asia/Shanghai"));
        Files.writeString(root.resolve("usr/share/zoneinfo/Etc/UTC"), "utc");
        Files.createSymbolicLink(root.resolve("etc/localtime"), root.resolve("usr/share/zoneinfo/Etc/UTC"));
        Files.writeString(root.resolve("etc/resolv.conf"), OWN);
        program("systemctl", """
                echo "$@" >> '%1$s/systemctl.log'
                if [ "$2 $3" = "enable systemd-timesyncd" ]; then echo enabled > '%1$s/enabled'; fi
                if [ "$1" = is-enabled ]; then cat '%1$s/enabled'; exec grep -q enabled '%1$s/enabled'; fi
                case "$2 $3" in
                    "is-active systemd-resolved") [ -e '%1$s/resolved' ] ;;
                    "cat systemd-timesyncd.service") [ -e '%1$s/timesyncd' ] ;;
                esac
                """.formatted(root));
        program("systemd-detect-virt", "[ -e '" + root + "/container' ]\n");
        Files.createFile(root.resolve("timesyncd"));
        Files.writeString(root.resolve("enabled"), "enabled\n");
    }

    @Test
    void nameServersAndDomains_ofLab_areUsed() throws IOException {
        assertThat(run(DNS, TimeSettings.NONE).exitCode()).isZero();
        assertThat(etc("resolv.conf")).isEqualTo("search mylan.k8s\nnameserver 100.100.126.205\n"
                + "nameserver 100.100.126.206\noptions edns0\n");
        assertThat(etc("dhcp/dhclient-enter-hooks.d/hybridlab")).contains("make_resolv_conf()");
    }

    @Test
    void searchDomains_alone_keepTheMachinesServers() throws IOException {
        run(new DnsSettings(List.of(), List.of("mylan.k8s")), TimeSettings.NONE);
        assertThat(etc("resolv.conf")).isEqualTo("search mylan.k8s\nnameserver 192.168.121.1\noptions edns0\n");
    }

    @Test
    void secondRun_givesTheSame_andRestoresSettings() throws IOException {
        run(DNS, TimeSettings.NONE);
        String first = etc("resolv.conf");
        run(DNS, TimeSettings.NONE);
        assertThat(etc("resolv.conf")).isEqualTo(first);

        run(DnsSettings.NONE, TimeSettings.NONE);

        assertThat(etc("resolv.conf")).isEqualTo(OWN);
        assertThat(root.resolve("etc/dhcp/dhclient-enter-hooks.d/hybridlab")).doesNotExist();
    }

    @Test
    void resolved_getsAnOwnSettingsFile() throws IOException {
        Files.createFile(root.resolve("resolved"));
        run(DNS, TimeSettings.NONE);
        assertThat(etc("systemd/resolved.conf.d/90-hybridlab.conf")).isEqualTo(
                "[Resolve]\nDNS=100.100.126.205 100.100.126.206\nDomains=mylan.k8s ~.\n");
        assertThat(etc("resolv.conf")).isEqualTo(OWN);
        assertThat(log()).contains("restart systemd-resolved");
        Files.delete(root.resolve("systemctl.log"));
        run(DNS, TimeSettings.NONE);
        assertThat(log()).doesNotContain("restart");

        run(DnsSettings.NONE, TimeSettings.NONE);

        assertThat(root.resolve("etc/systemd/resolved.conf.d/90-hybridlab.conf")).doesNotExist();
        assertThat(log()).contains("restart systemd-resolved");
    }

    @Test
    void machine_hasTimeZone_whileLabNamesOne() throws IOException {
        run(DnsSettings.NONE, TIME);
        run(DnsSettings.NONE, TIME);
        assertThat(Files.readSymbolicLink(root.resolve("etc/localtime"))).asString().endsWith("Asia/Shanghai");
        assertThat(etc("timezone")).isEqualTo("Asia/Shanghai\n");

        run(DnsSettings.NONE, TimeSettings.NONE);

        assertThat(Files.readSymbolicLink(root.resolve("etc/localtime"))).asString().endsWith("Etc/UTC");
        assertThat(etc("timezone")).isEqualTo("Etc/UTC\n");
    }

    @Test
    void timeZone_unknownToMachine_changesNothing() throws IOException {
        Result result = run(DnsSettings.NONE, new TimeSettings(Optional.of("Europe/Berlin"), List.of()));
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.stderr()).contains("does not know the time zone Europe/Berlin", "tzdata");
        assertThat(Files.readSymbolicLink(root.resolve("etc/localtime"))).asString().endsWith("Etc/UTC");
    }

    @Test
    void timesyncdAsksTheLabsTimeServersAtOnce() throws IOException {
        run(DnsSettings.NONE, TIME);
        assertThat(etc("systemd/timesyncd.conf.d/90-hybridlab.conf"))
                .isEqualTo("[Time]\nNTP=ntp1.mylan.k8s ntp2.mylan.k8s\n");
        assertThat(log()).contains("enable systemd-timesyncd", "restart systemd-timesyncd");

        run(DnsSettings.NONE, TimeSettings.NONE);

        assertThat(root.resolve("etc/systemd/timesyncd.conf.d/90-hybridlab.conf")).doesNotExist();
        assertThat(log()).contains("try-restart systemd-timesyncd");
    }

    /** Boxes of hybridlab have it, and do not start it. */
    @ParameterizedTest
    @CsvSource({"disabled, disable", "masked, mask"})
    void timesyncd_offInBox_isOffAgain(String own, String command) throws IOException {
        Files.writeString(root.resolve("enabled"), own + "\n");
        run(DnsSettings.NONE, TIME);
        run(DnsSettings.NONE, TIME);
        assertThat(log()).contains("enable systemd-timesyncd").doesNotContain("--now");

        run(DnsSettings.NONE, TimeSettings.NONE);

        assertThat(log()).contains(command + " --now systemd-timesyncd").doesNotContain("try-restart");
        assertThat(root.resolve("etc/hybridlab/own-time-sync")).doesNotExist();
    }

    @Test
    void container_keepsItsHostsClock() throws IOException {
        Files.delete(root.resolve("timesyncd"));
        assertThat(run(DnsSettings.NONE, TIME)).satisfies(result -> {
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(result.stderr()).contains("has no systemd-timesyncd");
        });
        Files.createFile(root.resolve("container"));
        assertThat(run(DnsSettings.NONE, TIME)).satisfies(result -> {
            assertThat(result.exitCode()).isZero();
            assertThat(result.stdout()).contains("has its host's clock");
        });
    }

    @Test
    void lab_withoutNamesAndTime_changesNothing() throws IOException {
        run(DnsSettings.NONE, TimeSettings.NONE);
        assertThat(etc("resolv.conf")).isEqualTo(OWN);
        assertThat(root.resolve("etc/timezone")).doesNotExist();
        assertThat(root.resolve("systemctl.log")).doesNotExist();
    }

    private void program(String name, String script) {
        StubProgram.write(root.resolve("bin").resolve(name), script);
    }

    /** As on Docker, whose resolver asks whom the host asked when the machine started. */
    @ParameterizedTest
    @CsvSource({"'',''", "corp.example,'search corp.example\n'"})
    void hostsNewServers_comeFirst_untilTheyGo(String search, String more) throws IOException {
        Files.writeString(root.resolve("etc/resolv.conf"), "nameserver 127.0.0.11\n");
        DnsSettings dns = new DnsSettings(List.of(), search.isEmpty() ? List.of() : List.of(search));
        run(dns, TimeSettings.NONE, "192.0.2.1");
        assertThat(etc("resolv.conf")).isEqualTo(more + "nameserver 127.0.0.11\n");

        run(dns, TimeSettings.NONE, "192.0.2.2", "192.0.2.3");
        run(dns, TimeSettings.NONE, "192.0.2.2", "192.0.2.3");
        assertThat(etc("resolv.conf")).isEqualTo(more + "nameserver 192.0.2.2\nnameserver 192.0.2.3\n"
                + "nameserver 127.0.0.11\n");

        run(dns, TimeSettings.NONE, "192.0.2.1");
        assertThat(etc("resolv.conf")).isEqualTo(more + "nameserver 127.0.0.11\n");
    }

    private Result run(DnsSettings dns, TimeSettings time, String... hostNameServers) throws IOException {
        Templates templates = Checkout.TEMPLATES;
        Map<String, Object> model = Map.of("lab", Map.of("network", Map.of("dns", dns), "time", time), "containers",
                hostNameServers.length > 0, "hostNameServers", List.of(hostNameServers));
        String script = templates.render("linux/dns.sh.ftl", model) + templates.render("linux/time.sh.ftl", model);
        Path file = Files.writeString(root.resolve("it.sh"), script.replace("/etc/", root + "/etc/")
                .replace("/usr/share/", root + "/usr/share/").replace("/run/", root + "/run/"));
        return new LocalProcesses().run(Command.of("bash", "-euo", "pipefail", file.toString())
                .env("PATH", root.resolve("bin") + ":" + System.getenv("PATH")), new Cancellation());
    }

    private String etc(String path) throws IOException {
        return Files.readString(root.resolve("etc").resolve(path));
    }

    private String log() throws IOException {
        return Files.readString(root.resolve("systemctl.log"));
    }
}
