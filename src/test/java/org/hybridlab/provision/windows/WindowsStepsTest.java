package org.hybridlab.provision.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.guest.MachineRecord;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.MachineRecords;
import org.hybridlab.provision.kubernetes.NodeReady;
import org.hybridlab.provision.render.WindowsMachine;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.provision.windows.WindowsPlanner.HnsNetworkPresent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** What the steps of a Windows machine make of what it says; a fake machine of few words. */
class WindowsStepsTest {
    private static final String WANTED = "C:\\hybridlab\\reboot-wanted";

    @TempDir
    private Path folder;
    private final FakeWindows windows = new FakeWindows();
    private LabContext labContext;
    private Machine win;

    @BeforeEach
    void lab() {
        labContext = WindowsLabs.labContext("vxlan-services", folder, windows);
        labContext.files().writeTo(labContext.workspace());
        win = labContext.lab().machine("win").orElseThrow();
    }

    private WindowsRebooted rebooted() {
        return new WindowsRebooted(labContext, win, Duration.ofMinutes(1));
    }

    @Test
    void machine_wantingAnotherReboot_getsIt() {
        windows.wishes.addAll(List.of("servicing is not over"));
        windows.files.put(WANTED, "a feature is new");

        rebooted().run(new QuietContext());

        assertThat(windows.boots).isEqualTo(3);
        assertThat(windows.scripts).containsExactly("rebooted.ps1 -Reboots 1", "rebooted.ps1 -Reboots 2");
    }

    /** As Windows leaves them after a boot on a slow host; Start-Service itself is not seen here. */
    @Test
    void stoppedServices_areStarted_beforeNodeIsAwaited() {
        windows.stopped.addAll(List.of("kube-proxy", "kubelet", "w32time"));
        QuietContext context = new QuietContext();

        assertThatThrownBy(() -> new NodeReady(labContext, win, Duration.ofMillis(50)).run(context))
                .isInstanceOf(LabException.class);

        assertThat(windows.stopped).containsExactly("w32time");
        assertThat(context.lines()).containsSubsequence("the service kubelet is stopped: starting it",
                "the service kube-proxy is stopped: starting it");
        windows.stopped.add("flanneld");
        new HnsNetworkPresent(labContext, win).run(context);
        assertThat(windows.stopped).containsExactly("w32time");
    }

    @Test
    void recordAfterReboot_isKeptOnThisHost() {
        windows.files.put(WANTED, "a feature is new");

        rebooted().run(new QuietContext());

        assertThat(MachineRecords.kept(labContext, win)).singleElement().satisfies(file -> {
            MachineRecord record = JsonMapper.shared().readValue(file.toFile(), MachineRecord.class);
            assertThat(record.moment()).isEqualTo("after-reboot");
            assertThat(record.session()).isEqualTo(MachineRecord.WELL);
            assertThat(value(record, "build")).isEqualTo("20348.2113 ServerStandardEval");
            assertThat(value(record, MachineRecord.CLOCK)).matches("7(199|200) s");
            assertThat(value(record, "licence")).isEqualTo("unknown");
        });
    }

    @Test
    void firstRunPage_namesExistingSteps() throws IOException {
        List<String> ids = UpPlanner.plan(labContext).steps().stream().map(Step::id).toList();
        List<String> named = Files.readString(Path.of("docs/how-to/first-windows-run.md")).lines()
                .dropWhile(line -> !line.equals("## If it stops")).takeWhile(line ->
                        !line.equals("## What to send back"))
                .filter(line -> line.startsWith("| `")).flatMap(line -> Pattern.compile("`([a-z-]+)`")
                        .matcher(line.split("\\|")[1]).results()).map(match -> match.group(1)).toList();

        assertThat(named).hasSizeGreaterThan(10).allSatisfy(step ->
                assertThat(ids).anyMatch(id -> id.equals(step) || id.startsWith(step + "/")));
    }

    @Test
    void internetCheck_onPage_isOfNamedLab() throws IOException {
        String page = Files.readString(Path.of("docs/explanation/windows-networking.md"));
        Matcher block = Pattern.compile("```yaml\nchecks:\n(  - name: Windows pods reach.*?)```", Pattern.DOTALL)
                .matcher(page);
        assertThat(block.find()).isTrue();
        Path lab = Path.of("labs/first-hybrid");
        Path copy = Files.createDirectories(folder.resolve("copy"));
        Files.createDirectories(copy.resolve("apps"));
        Files.copy(lab.resolve("apps/numbers.yaml.ftl"), copy.resolve("apps/numbers.yaml.ftl"));
        String uncommented = Files.readString(lab.resolve("lab.yaml")).replaceAll("(?m)^  #(- |  )", "  $1");
        assertThat(uncommented).endsWith(block.group(1));
        Path file = Files.writeString(copy.resolve("lab.yaml"), uncommented);

        assertThat(WindowsLabs.created(file, ProviderName.VIRTUALBOX, folder).lab().checks()).last()
                .satisfies(check -> assertThat(check.name()).isEqualTo("Windows pods reach the internet"));
    }

    @Test
    void records_ofMachine_areAllKept() {
        for (int i = 0; i < 3; i++) {
            MachineRecords.note(labContext, win, new QuietContext(), "before-join");
        }

        assertThat(MachineRecords.kept(labContext, win)).hasSize(3);
    }

    /** `destroy` may run beside `diagnose`. */
    @Test
    void record_ofDestroyedLab_bringsNothingBack() {
        labContext.workspace().delete();

        assertThat(MachineRecords.now(labContext, win, new Cancellation()).session()).contains("is gone");
        assertThat(labContext.workspace().folder()).doesNotExist();
    }

    /** A connection that breaks is what the switch does; the step has done its work by then. */
    @Test
    void session_brokenBySwitch_failsNoStep() {
        windows.breaks = true;

        MachineRecords.noteSwitch(labContext, win, new QuietContext());

        assertThat(windows.records).singleElement().asString().startsWith("record.ps1 -Wait ");
        assertThat(MachineRecords.kept(labContext, win)).singleElement().satisfies(file -> {
            MachineRecord record = JsonMapper.shared().readValue(file.toFile(), MachineRecord.class);
            assertThat(record.session()).startsWith("ssh-lost: ");
            assertThat(value(record, "build")).isEqualTo("20348.2113 ServerStandardEval");
            assertThat(record.facts()).anyMatch(fact -> fact.about().equals("switch")
                    && fact.state().equals("unknown"));
        });
    }

    @Test
    void aMachineThatWantsNoRebootGetsNone() {
        rebooted().run(new QuietContext());

        assertThat(windows.boots).isEqualTo(1);
        assertThat(windows.scripts).isEmpty();
    }

    @Test
    void aMachineIsNotRebootedForEver() {
        windows.wishes.addAll(List.of("again", "again", "again", "again", "again"));
        windows.files.put(WANTED, "a feature is new");

        rebooted().run(new QuietContext());

        assertThat(windows.scripts).hasSize(WindowsMachine.MOST_REBOOTS);
    }

    @Test
    void clock_hoursOff_isSetByNextUp() {
        assertThat(prepared("7200").reason()).matches("the clock of win is 7(199|20[0-9]) s off");
        assertThat(prepared("-7200").isPresent()).isFalse();
    }

    @Test
    void clock_secondsOffOrUnknown_isLeftAlone() {
        assertThat(prepared("100").isPresent()).isTrue();
        assertThat(prepared("what?").isPresent()).isTrue();
    }

    private Probe prepared(String clock) {
        windows.clock = clock;
        windows.files.put("C:\\hybridlab\\done\\prepare.ps1", labContext.windowsFiles(win).fingerprint("prepare.ps1"));
        return new WindowsScriptRan(labContext, win, "prepare.ps1", Duration.ofMinutes(1)).look(new QuietContext());
    }

    /** A mark says what was sent, and not that nobody took it away since. */
    @Test
    void program_goneFromTheMachine_isSentAgain() {
        Map<String, Path> wanted = Map.of("11 ctr.exe", Path.of("ctr.exe"), "22 kubelet.exe", Path.of("kubelet.exe"));
        windows.files.put("C:\\hybridlab\\done\\bundle", "11 ctr.exe\n22 kubelet.exe\n33 another release");
        windows.files.put("C:\\hybridlab\\bundle\\kubelet.exe", "its program");

        assertThat(WindowsProgramsSent.there(labContext.windowsGuest(win, new QuietContext()), wanted))
                .containsExactly("22 kubelet.exe");
    }

    /** A box that was generalized sets itself up before anybody can log in. */
    @Test
    void windowsMachine_hasMoreTimeThanLinux() {
        Step linux = UpPlanner.plan(labContext).step("machine-running/control");
        Step step = UpPlanner.plan(labContext).step("machine-running/win");

        assertThat(step.timeout()).isGreaterThanOrEqualTo(Duration.ofMinutes(50)).isGreaterThan(linux.timeout());
        assertThat(labContext.timeouts().answer(win)).isEqualTo(Duration.ofMinutes(10));
        assertThat(labContext.timeouts().start(labContext.lab().firstControlPlane()))
                .isEqualTo(labContext.timeouts().machineStart());
    }

    /** A fake: files by path; each reboot is another boot; the script that looks makes the next wish. */
    private static final class FakeWindows extends FakePrograms {
        final Map<String, String> files = new HashMap<>();
        final List<String> scripts = new ArrayList<>();
        final Deque<String> wishes = new ArrayDeque<>();
        final List<String> records = new ArrayList<>();
        final Set<String> stopped = new TreeSet<>();
        boolean breaks;
        String clock = "0";
        int boots = 1;

        @Override
        public Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
            String remote = command.words().get(command.words().size() - 1);
            if (remote.startsWith("cmd /c type ")) {
                String content = files.get(remote.substring(12));
                return ended(command, content == null ? 1 : 0, content == null ? "" : content);
            }
            if (remote.startsWith("cmd /c dir /s /b ")) {
                return ended(command, 0, String.join("\n", files.keySet()));
            }
            if (remote.startsWith("shutdown")) {
                boots++;
            }
            if (remote.contains(" -File ") && remote.contains("record.ps1")) {
                records.add(remote.substring(remote.lastIndexOf('/') + 1));
                return recorded(command, lines);
            }
            if (remote.contains(" -File ")) {
                scripts.add(remote.substring(remote.lastIndexOf('/') + 1));
                files.remove(WANTED);
                Optional.ofNullable(wishes.poll()).ifPresent(options -> files.put(WANTED, options));
            }
            return ended(command, 0, remote.contains(" -EncodedCommand ") ? answer(remote) : "");
        }

        private Result recorded(Command command, Consumer<String> lines) {
            lines.accept("fact|clock|" + Instant.now().plusSeconds(7200).truncatedTo(ChronoUnit.SECONDS));
            lines.accept("fact|build|20348.2113 ServerStandardEval");
            return breaks ? ended(command, 255, "") : ended(command, 0, "none|HNS network");
        }

        private String answer(String remote) {
            String source = script(remote);
            if (source.contains("Win32_Process")) {
                return "boot " + boots;
            }
            if (source.contains("Start-Service")) {
                return Pattern.compile("'([a-z-]+)'[,)]").matcher(source).results().map(name -> name.group(1))
                        .filter(stopped::remove).map("the service %s is stopped: starting it\n"::formatted)
                        .collect(Collectors.joining());
            }
            return source.contains("Get-Date") && clock.matches("-?\\d+")
                    ? Instant.now().plusSeconds(Long.parseLong(clock)).truncatedTo(ChronoUnit.SECONDS).toString()
                    : clock;
        }

        private static Result ended(Command command, int code, String output) {
            return new Result(command, code, output + "\n", "", Duration.ZERO);
        }
    }

    private static String value(MachineRecord record, String about) {
        return record.facts().stream().filter(fact -> fact.about().equals(about))
                .flatMap(fact -> fact.values().stream()).findFirst().orElse("unknown");
    }
}
