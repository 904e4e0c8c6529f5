package org.hybridlab.provision.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.fake.FakeParts;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.WindowsRendering;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Programs that were sent to a Windows machine, and what its scripts make of them. */
class InstalledProgramsTest {
    private static final Pattern PATH = Pattern.compile("(?m)^\\$path = '(.*)'$");
    private static final Pattern INSTALLED = Pattern.compile(
            "-From 'C:\\\\hybridlab\\\\bundle' -Names (\\$\\w+|@\\([^)]*\\))");

    @TempDir
    private Path folder;
    private final Map<String, String> files = new TreeMap<>();
    private final Set<String> gone = new HashSet<>();
    private final List<String> scripts = new ArrayList<>();
    private HealthyLab lab;
    private LabContext labContext;

    static Set<String> variants() {
        return WindowsLabs.VARIANTS.keySet();
    }

    @BeforeEach
    void aMachineWithPrograms() {
        lab = new HealthyLab(folder, """
                name: one
                kubernetes: 1.36
                machines:
                  - {name: control, role: control-plane, memory: 3000MiB}
                  - {name: win, os: windows, memory: 4GiB}
                """);
        labContext = new FakeParts(lab.labContext).processes(this::run).labContext();
        configMap("kube-system", "kubeadm-config", "ClusterConfiguration", "networking: {podSubnet: 10.244.0.0/16, "
                + "serviceSubnet: 10.96.0.0/12, dnsDomain: cluster.local}");
        configMap("kube-system", "kubelet-config", "kubelet", "clusterDNS: [10.96.0.10]");
        configMap("kube-flannel", "kube-flannel-cfg", "net-conf.json", "{\"Network\": \"10.244.0.0/16\", \"Backend\": "
                + "{\"Type\": \"vxlan\", \"VNI\": 4096, \"Port\": 4789}}");
        sent("1", "containerd", "ctr", "containerd-shim-runhcs-v1", "service-host", "kubelet", "kubeadm", "flanneld",
                "kube-proxy", "flannel", "host-local", "win-overlay");
    }

    @ParameterizedTest
    @CsvSource({"containerd-running, containerd, kubelet", "kubelet-installed, kubeadm, containerd",
        "overlay-in-place, kube-proxy, kubelet"})
    void newProgram_sentToMachine_isInstalled(String kind, String own, String other) {
        step(kind).run(new QuietContext());
        sent("2", other);
        assertThat(step(kind).probe(new QuietContext()).isPresent()).isTrue();
        sent("2", own);

        assertThat(step(kind).probe(new QuietContext()).answer()).isEqualTo(Probe.Answer.ABSENT);
        scripts.clear();
        step(kind).run(new QuietContext());

        assertThat(scripts).anyMatch(script -> script.matches("(containerd|kubelet|overlay)\\.ps1"));
        assertThat(step(kind).probe(new QuietContext()).isPresent()).isTrue();
    }

    /** As a virus scanner does it. */
    @ParameterizedTest
    @CsvSource({"containerd-running, C:\\Program Files\\containerd\\ctr.exe", "kubelet-installed, C:\\k\\kubelet.exe",
        "overlay-in-place, C:\\opt\\cni\\bin\\win-overlay.exe", "overlay-in-place, C:\\k\\kube-proxy.exe"})
    void program_takenAway_isInstalledAgain(String kind, String program) {
        step(kind).run(new QuietContext());
        gone.add(program);

        Probe seen = step(kind).probe(new QuietContext());

        assertThat(seen.answer()).isEqualTo(Probe.Answer.ABSENT);
        assertThat(seen.reason()).isEqualTo(program + " is not there");
        gone.clear();
        assertThat(step(kind).probe(new QuietContext()).isPresent()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void programs_ofScript_areThoseItInstalls(String variant) {
        WindowsRendering rendering = WindowsLabs.rendered(variant, folder);
        for (String script : List.of("containerd.ps1", "kubelet.ps1", "overlay.ps1")) {
            String text = rendering.files().get("win").text(script);

            assertThat(rendering.machines().get("win").programs(script).keySet()).as(script).isEqualTo(
                    INSTALLED.matcher(text).results().flatMap(match -> names(match.group(1), text))
                            .collect(Collectors.toSet()));
        }
    }

    private static Stream<String> names(String written, String text) {
        Matcher list = Pattern.compile("(?m)^" + Pattern.quote(written) + " = (@\\(.*\\))\r?$").matcher(text);
        String all = written.startsWith("$") && list.find() ? list.group(1) : written;
        return Pattern.compile("'([^']+)\\.exe'").matcher(all).results().map(match -> match.group(1));
    }

    private void configMap(String namespace, String name, String key, String value) {
        lab.api.answers.put("/api/v1/namespaces/%s/configmaps/%s".formatted(namespace, name),
                JsonMapper.shared().writeValueAsString(Map.of("data", Map.of(key, value))));
    }

    private Action step(String kind) {
        labContext.forgetStates();
        return UpPlanner.plan(labContext).step(kind + "/win").action();
    }

    private void sent(String sum, String... names) {
        Map<String, String> sums = new TreeMap<>();
        files.getOrDefault("C:\\hybridlab\\done\\bundle", "").lines()
                .forEach(line -> sums.put(line.split(" ")[1], line.split(" ")[0]));
        Stream.of(names).forEach(name -> sums.put(name, sum));
        files.put("C:\\hybridlab\\done\\bundle", sums.entrySet().stream().map(one -> one.getValue() + " "
                + one.getKey()).collect(Collectors.joining("\n")));
    }

    private Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
        if (!command.words().contains("win")) {
            return lab.machines.run(command, lines, cancellation);
        }
        String remote = FakePrograms.remote(command);
        String said = "";
        if (remote.startsWith("cmd /c type ")) {
            said = files.get(remote.substring("cmd /c type ".length()));
            return new Result(command, said == null ? 1 : 0, said == null ? "" : said + "\n", "", Duration.ZERO);
        }
        if (remote.contains(" -File ")) {
            scripts.add(remote.replaceFirst(".*/(\\w+\\.ps1).*", "$1"));
        } else if (remote.contains(" -EncodedCommand ")) {
            String source = FakePrograms.script(remote);
            Matcher path = PATH.matcher(source);
            if (path.find()) {
                files.put(path.group(1).replace('/', '\\'), new String(Base64.getDecoder().decode(
                        new String(command.stdin().orElseThrow())), StandardCharsets.UTF_8).strip());
            } else if (source.contains("Test-Path")) {
                said = "begin\r\n" + gone.stream().filter(file -> source.contains("'" + file + "'"))
                        .map(file -> file + "\r\n").collect(Collectors.joining()) + "end\r\n";
            }
        }
        return new Result(command, 0, said, "", Duration.ZERO);
    }
}
