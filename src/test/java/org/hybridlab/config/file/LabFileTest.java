package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.ExistingCluster;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.model.OverlayStyle;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.Registry;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.config.model.WindowsSettings;
import org.hybridlab.config.model.WindowsShell;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.config.rules.core.ManifestMark;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Severity;
import org.hybridlab.config.rules.core.Violation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabFileTest {
    @TempDir
    private Path folder;
    private WrittenLab file;

    @BeforeEach
    void inAFolder() {
        file = new WrittenLab(folder.resolve("short"));
    }

    @Test
    void aFileOfOneLineGetsEveryDefault() throws IOException {
        Lab lab = file.lab("machines: [{name: control, role: control-plane}]\n");

        assertThat(lab.name()).isEqualTo("short");
        assertThat(lab.kubernetes()).isEqualTo(KubernetesBranch.newest().newestVersion());
        assertThat(lab.provider()).isEmpty();
        assertThat(lab.containerd()).isEmpty();
        assertThat(lab.untaint()).isFalse();
        assertThat(lab.apps()).isEmpty();
        assertThat(lab.checks()).isEmpty();
        assertThat(lab.outside()).isEqualTo(Outside.direct());
        assertThat(lab.network().mode()).isEqualTo(NetworkMode.DEFAULT);
        assertThat(lab.network().machines()).isEqualTo(WrittenLab.OPEN);
        assertThat(lab.network().pods()).hasToString("10.244.0.0/16");
        assertThat(lab.network().services()).hasToString("10.96.0.0/12");
        assertThat(lab.network().vni()).isEqualTo(4096);
        assertThat(lab.network().port()).isEqualTo(4789);
        assertThat(lab.network().domain()).isEqualTo("cluster.local");
        assertThat(lab.machines()).containsExactly(new Machine("control", Role.CONTROL_PLANE, Os.LINUX, Arch.AMD64, 2,
                2048, Optional.empty(), lab.kubernetes(), Ipv4.parse("192.168.57.11")));
    }

    @Test
    void certificates_areRead_withoutTheTextAroundThem() throws IOException {
        String pem = Files.readString(Path.of("src/test/resources/certificates/until-2126.pem")).strip();
        String text = "machines: [{name: control, role: control-plane}]\ncertificates: [ca.pem]\n";
        file.write(text);
        Files.writeString(file.folder().resolve("ca.pem"), "Of the class:\n" + pem + "\n# The older one:\n" + pem);

        Outside.CertificateFile read = file.lab(text).outside().certificates().get(0);
        assertThat(read.path()).isEqualTo("ca.pem");
        assertThat(read.certificates()).containsExactly(pem, pem);
        assertThat(file.lab(text).outside().authorities()).containsExactly(pem);

        for (String wrong : List.of("", "not one", pem + "\n-----BEGIN PRIVATE KEY-----\n")) {
            Files.writeString(file.folder().resolve("ca.pem"), wrong);
            assertThat(file.reading(text).errors()).singleElement()
                    .matches(one -> one.ruleId().equals("certificate-invalid") && one.line() == 2
                            && one.column() == 16);
        }
    }

    @Test
    void registryBesideTheLab_isAMirrorThatPodsMayName() throws IOException {
        String pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: own}\nspec:\n  containers: [{name: own, "
                + "image: 'localhost:5001/app:1'}]\n";
        String text = "machines: [{name: control, role: control-plane}]\nuntaint: true\napps: [{name: own, "
                + "manifests: [own.yaml]}]\n";
        file.write(text);
        Files.writeString(file.folder().resolve("own.yaml"), pod);
        assertThat(file.reading(text).errors()).extracting(Problem::ruleId).containsExactly("image-loopback");

        Lab lab = file.lab(text + "registry: true\n");
        assertThat(lab.registries()).containsExactly(new Registry("localhost:5001", List.of("http://192.168.57.1:5001"),
                true, Optional.empty()));
        assertThat(lab.ownRegistry()).isPresent();
        assertThat(file.reading(text + "registries: [{host: 'localhost:5001'}]\n").errors())
                .extracting(Problem::ruleId).contains("registry-loopback");
    }

    @Test
    void lab_mayJoinAForeignCluster() throws IOException {
        Lab lab = file.lab("""
                machines: [{name: node, count: 2}]
                cluster: {kubeconfig: ~/.kube/config, context: mine}
                """);

        assertThat(lab.cluster()).contains(new ExistingCluster("~/.kube/config", Optional.of("mine"), List.of()));
        assertThat(lab.joining()).extracting(Machine::name).containsExactly("node1", "node2");
        assertThat(lab.pageNodes()).isEqualTo(lab.joining());
        assertThat(lab.firstNode().name()).isEqualTo("node1");
        assertThatThrownBy(lab::firstControlPlane).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("join another cluster");
    }

    @Test
    void registriesHaveMirrorsAndPointToTheirPasswords() throws IOException {
        Lab lab = file.lab("""
                machines: [{name: control, role: control-plane}]
                registries:
                  - {host: docker.io, mirrors: ['http://mirror.example:5000', 'https://other.example']}
                  - host: registry.example:5000
                    plainHttp: true
                    login: {username: me, passwordEnv: LAB_PASSWORD}
                  - {host: third.example, login: {username: you, passwordFile: secrets/third}}
                """);

        assertThat(lab.registries()).containsExactly(
                new Registry("docker.io", List.of("http://mirror.example:5000", "https://other.example"), false,
                        Optional.empty()),
                new Registry("registry.example:5000", List.of(), true, Optional.of(
                        new Registry.Login("me", new Registry.FromEnvironment("LAB_PASSWORD")))),
                new Registry("third.example", List.of(), false, Optional.of(
                        new Registry.Login("you", new Registry.FromFile("secrets/third")))));
        assertThat(lab.registries()).extracting(Registry::server)
                .containsExactly("https://registry-1.docker.io", "http://registry.example:5000",
                "https://third.example");
    }

    @Test
    void versionsStayAsTheyAreWritten() throws IOException {
        assertThat(version("1.34")).hasToString("1.34.4");
        assertThat(version("'1.35'")).hasToString("1.35.4");
        assertThat(version("1.36.1")).hasToString("1.36.1");
        assertThat(version("v1.34.1")).hasToString("1.34.1");
    }

    @Test
    void app_isFoundByName_orNamesManifests() throws IOException {
        Files.createDirectories(folder.resolve("short/apps/apod"));
        Files.writeString(folder.resolve("short/apps/apod/api.yaml"), """
                apiVersion: v1
                kind: Service
                metadata: {name: api}
                spec: {type: NodePort, ports: [{port: 80, nodePort: 30000}]}
                """);
        Files.writeString(folder.resolve("short/apps/numbers.yaml"), "kind: List\n");
        Lab lab = file.lab("""
                machines: [{name: control, role: control-plane}]
                untaint: true
                apps:
                  - numbers
                  - {name: apod, nodePort: 30000, path: /index}
                  - {name: both, manifests: [apps/numbers.yaml, apps/apod]}
                """);

        assertThat(lab.apps()).containsExactly(
                new App("numbers", List.of("apps/numbers.yaml"), Map.of(), Optional.empty(), "/"),
                new App("apod", List.of("apps/apod"), Map.of(), Optional.of(30000), "/index"),
                new App("both", List.of("apps/numbers.yaml", "apps/apod"), Map.of(), Optional.empty(), "/"));
    }

    @Test
    void number_whereTextBelongs_isShownAsWritten() throws IOException {
        LabReading reading = file.reading("""
                name: short
                machines:
                  - {name: control, role: control-plane, labels: {tier: 007, size: 1.0}}
                name: twice
                cpus: "2"
                """);

        assertThat(reading.problems()).extracting(p -> p.ruleId() + " " + p.line() + " " + p.advice())
                .contains("text-expected 3 Put it into quotes: \"007\".",
                        "text-expected 3 Put it into quotes: \"1.0\".", "duplicate-key 4 Keep one of the two.")
                .anyMatch(one -> one.startsWith("key-unknown 5"));
    }

    @Test
    void problems_areAllReported_withPlaceAndLine() throws IOException {
        LabReading reading = file.reading("""
                kubernets: 1.36
                machines:
                  - name: control
                    role: contol-plane
                    cpus: two
                """);

        assertThat(reading.lab()).isEmpty();
        assertThat(reading.problems()).extracting(p -> p.ruleId() + " " + p.line() + ":" + p.column())
                .contains("key-unknown 1:1", "role-unknown 4:11", "number-expected 5:11");
        assertThat(reading.problems().get(1).advice()).startsWith("Did you mean 'control-plane'?");
        assertThat(reading.problems().get(1).snippet()).isEqualTo("    role: contol-plane\n          ^");
        assertThat(reading.problems().get(0).text())
                .contains("lab.yaml:1:1: error: the lab file has no field 'kubernets'")
                .endsWith("Did you mean 'kubernetes'?");
    }

    @Test
    void sameFileAndNetwork_giveAnEqualLab() {
        Path shipped = Path.of("labs/four-machines/lab.yaml");

        assertThat(LabFile.read(shipped, WrittenLab.OPEN).orThrow())
                .isEqualTo(LabFile.read(shipped, WrittenLab.OPEN).orThrow());
    }

    @Test
    void openChoices_areAskedOnce_andJudged() throws IOException {
        Path path = file.write("""
                machines: [{name: control, role: control-plane}, {name: win, os: windows}]
                network: {pods: 192.168.0.0/16}
                """);
        List<List<Cidr>> asked = new ArrayList<>();
        LabReading reading = LabFile.read(path, new OpenChoices() {
            @Override
            public Optional<ProviderName> provider(Optional<ProviderName> written) {
                return Optional.of(ProviderName.DOCKER);
            }

            @Override
            public Cidr machineNetwork(Optional<ProviderName> provider, List<Cidr> others) {
                asked.add(others);
                return Cidr.parse("10.56.0.0/24");
            }
        }, HostView.unknown());

        assertThat(asked).containsExactly(List.of(Cidr.parse("192.168.0.0/16"), Cidr.parse("10.96.0.0/12")));
        assertThat(reading.problems()).extracting(Problem::ruleId).containsExactly("windows-provider");
    }

    private KubernetesVersion version(String written) throws IOException {
        return file.lab("kubernetes: %s\nmachines: [{name: control, role: control-plane}]\n".formatted(written))
                .kubernetes();
    }

    @Test
    void machines_takeTheRestFromDefaults() throws IOException {
        Lab lab = file.lab("""
                defaults: {cpus: 4, memory: 3GiB, arch: arm64, box: me/mine}
                machines:
                  - {name: control, role: control-plane}
                  - {name: small, os: windows, cpus: 2, memory: 4500MiB, arch: amd64, box: other}
                """);

        assertThat(lab.machines()).extracting(Machine::cpus).containsExactly(4, 2);
        assertThat(lab.machines()).extracting(Machine::memoryMiB).containsExactly(3072, 4500);
        assertThat(lab.machines()).extracting(Machine::arch).containsExactly(Arch.ARM64, Arch.AMD64);
        assertThat(lab.machines()).extracting(Machine::box)
                .containsExactly(Optional.of(BoxChoice.named("me/mine")), Optional.of(BoxChoice.named("other")));
    }

    @Test
    void box_saysItsOrigin_evenByDefault() throws IOException {
        Lab lab = file.lab("""
                defaults: {box: {name: me/mine, version: 1.2.0}}
                machines:
                  - {name: control, role: control-plane}
                  - name: win
                    os: windows
                    box: {name: class/win, url: "https://boxes.example/win.box", sha256: %s}
                """.formatted("ab".repeat(32)));

        assertThat(lab.machines()).extracting(machine -> machine.box().orElseThrow()).containsExactly(
                new BoxChoice("me/mine", Optional.of("1.2.0"), Optional.empty(), Optional.empty()),
                new BoxChoice("class/win", Optional.empty(), Optional.of("https://boxes.example/win.box"),
                        Optional.of("ab".repeat(32))));
    }

    @Test
    void count_makesNumberedMachines_withFreeAddresses() throws IOException {
        Lab lab = file.lab("""
                machines:
                  - {name: control, role: control-plane, address: 10.9.0.12}
                  - {name: node, count: 3}
                network: {machines: 10.9.0.0/24}
                """);

        assertThat(lab.machines()).extracting(Machine::name).containsExactly("control", "node1", "node2", "node3");
        assertThat(lab.machines()).extracting(machine -> machine.address().toString())
                .containsExactly("10.9.0.12", "10.9.0.11", "10.9.0.13", "10.9.0.14");
    }

    @Test
    void windowsMachines_haveBuildComputerNameAndAccess() throws IOException {
        Lab lab = file.lab("""
                defaults: {build: 2025}
                machines:
                  - {name: control, role: control-plane}
                  - {name: win, os: windows}
                  - {name: kiamol-node-windows, os: windows, count: 2, computerName: KIAMOL-WIN, build: 1809,
                     shell: winrm}
                """);

        assertThat(lab.machines()).extracting(Machine::windows).containsExactly(Optional.empty(),
                Optional.of(new WindowsSettings(build("26100"), "win", WindowsShell.WINSSH)),
                Optional.of(new WindowsSettings(build("17763"), "KIAMOL-WIN1", WindowsShell.WINRM)),
                Optional.of(new WindowsSettings(build("17763"), "KIAMOL-WIN2", WindowsShell.WINRM)));
        assertThat(lab.windowsMachines()).extracting(Machine::name)
                .containsExactly("win", "kiamol-node-windows1", "kiamol-node-windows2");
    }

    @Test
    void build_byNumberOrName_isTheSame() throws IOException {
        for (String word : List.of("1809", "2019", "17763", "'1809'", "0x4563")) {
            Lab lab = file.lab("machines: [{name: control, role: control-plane}, {name: win, os: windows, build: "
                    + word + "}]\n");

            assertThat(lab.machines().get(1).windows().orElseThrow().build().number()).as(word).isEqualTo(17_763);
        }
    }

    private static WindowsBuild build(String word) {
        return WindowsBuild.of(word).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"8.8.8.0/24, '', true", "8.8.0.0/16, '', true", "172.0.0.0/8, '', true", "198.18.0.0/24, '', true",
        "100.64.0.0/24, '', false", "100.64.0.0/24, 10.0.0.0/8, false", "100.64.0.0/24, 100.64.0.0/10, true",
        "100.64.0.0/24, 100.64.0.7/32, true", "192.0.2.0/24, '', false", "203.0.113.0/24, '', false"})
    void machinesNetwork_ofOthers_isAnError(String network, String route, boolean error) throws IOException {
        Path lab = file.write("""
                machines: [{name: control, role: control-plane}, {name: node}]
                network: {machines: %s, pods: 10.244.0.0/16}
                """.formatted(network));
        List<Cidr> routes = route.isEmpty() ? List.of() : List.of(Cidr.parse(route));

        LabReading reading = LabFile.read(lab, OpenChoices.network(WrittenLab.OPEN), new HostView(OptionalInt.empty(),
                OptionalInt.empty(), Optional.empty(), routes, List.of(), Optional.empty(), Set.of(), false,
                Optional.empty()));

        assertThat(reading.errors()).hasSize(error ? 1 : 0).allSatisfy(problem ->
                assertThat(problem.line()).isEqualTo(2));
    }

    @Test
    void violationFoundLater_standsInOrder_andEndsTheLab() throws IOException {
        Path lab = file.write("machines: [{name: control, role: control-plane}]\n");
        Files.writeString(lab.resolveSibling("a.yaml"), "kind: X\n");
        LabReading reading = LabFile.read(lab, WrittenLab.OPEN);
        Violation later = new Violation("it-is", Severity.ERROR, Place.of("apps"),
                Optional.of(new ManifestMark("a.yaml", 1, 7)), "X", "Y");

        LabReading both = LabFile.with(List.of(later), LabFile.with(List.of(later, later), reading, lab), lab);

        assertThat(reading.lab()).isPresent();
        assertThat(both.lab()).isEmpty();
        assertThat(both.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.place()).isEqualTo(lab.resolveSibling("a.yaml") + ":1:7");
            assertThat(problem.snippet()).isEqualTo("kind: X\n      ^");
        });
        assertThat(LabFile.with(List.of(), reading, lab)).isEqualTo(reading);
    }

    @Test
    void severalControlPlanes_getAFreeVirtualAddress() throws IOException {
        assertThat(file.lab("machines: [{name: control, role: control-plane}]\n").network().virtualAddress()).isEmpty();
        Lab three = file.lab("machines: [{name: control, role: control-plane, count: 3}, {name: node}]\n");
        Lab small = file.lab("""
                machines: [{name: control, role: control-plane, count: 3}]
                network: {machines: 10.9.0.0/28}
                """);
        Lab written = file.lab("""
                machines: [{name: control, role: control-plane}, {name: node}]
                network: {machines: 10.9.0.0/24, virtualAddress: 10.9.0.11}
                """);

        assertThat(three.apiAddress()).hasToString("192.168.57.10");
        assertThat(small.apiAddress()).hasToString("10.9.0.5");
        assertThat(written.apiAddress()).hasToString("10.9.0.11");
        assertThat(written.machines()).extracting(machine -> machine.address().toString())
                .containsExactly("10.9.0.12", "10.9.0.13");
    }

    @Test
    void networkMode_decidesWindowsAgents_unlessFileDoes() throws IOException {
        String machines = "machines: [{name: control, role: control-plane}]\n";

        assertThat(file.lab(machines).network().overlays()).isEqualTo(OverlayStyle.SERVICES);
        assertThat(file.lab(machines + "network: {windowsAgents: daemonset}\n").network().overlays())
                .isEqualTo(OverlayStyle.DAEMONSET);
        assertThat(file.lab(machines + "network: {mode: flannel-host-gw}\n").network().hnsNetwork()).isEqualTo("cbr0");
        assertThat(file.lab(machines + "network: {vni: 5000}\n").network().hnsNetwork()).isEqualTo("flannel.5000");
    }

    @Test
    void linuxWorkers_holdGateways_behindOneMachine() throws IOException {
        Lab lab = file.lab("""
                machines:
                  - {name: control, role: control-plane}
                  - {name: node, count: 2}
                  - {name: win, os: windows}
                network: {mode: tor-winbridge}
                """);

        assertThat(lab.gateways()).extracting(Machine::name).containsExactly("node1", "node2", "control");
        assertThat(lab.network().hnsNetwork()).isEqualTo("l2bridge");
    }
}
