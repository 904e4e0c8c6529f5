package org.hybridlab.service.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

import org.hybridlab.cli.Call;
import org.hybridlab.cli.support.Session;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.host.Software;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.box.ComingMachines;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.service.lab.LabService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a host with empty caches. */
class UpEstimateTest {
    private static final String CONTROL = "provider: virtualbox\nmachines:\n"
            + "  - {name: control, role: control-plane, memory: 2GiB}\n";

    @TempDir
    private Path home;

    /** Crane is built for two cores in 35 s; the programs of Windows machines take minutes. */
    @Test
    void countsWhatWindowsMachinesNeedBesidesTheirImages() throws IOException {
        assertThat(of("hybrid", CONTROL + "  - {name: win, os: windows, memory: 2GiB}\n").lines())
                .anyMatch(line -> line.matches("Getting the programs of Windows machines: [0-9]+ MB, at most "
                        + "[0-9]+ min .*"))
                .contains("Getting crane, which fetches images: 12 MB, at most 1 min the first time on this host.")
                .anyMatch(line -> line.matches("Getting [0-9]+ images? for Windows machines, once: .*"));
    }

    @Test
    void estimate_ofWindowsBox_namesSizeAndLicence() throws IOException {
        assertThat(of("boxes", CONTROL + "  - {name: win, os: windows, memory: 2GiB}\n").lines())
                .contains("win: the box gusztavvargadr/windows-server-2022-standard-core 2601.0.0, about 5.4 GB to "
                        + "download once (15 min at 50 Mbit/s).",
                        "win: up to 40 GB of disk and 15 to 40 min for each machine.",
                        "The Windows in gusztavvargadr/windows-server-2022-standard-core 2601.0.0 is an evaluation "
                        + "copy: 180 days at most, and wants to be activated within 10 days of a machine's first "
                                + "start.",
                        "control: the box bento/debian-12, to download once, of unknown size.");
        assertThat(of("own", CONTROL + "  - {name: win, os: windows, memory: 2GiB, box: me/win}\n").lines())
                .noneMatch(line -> line.contains("180 days"))
                .contains("win: the box me/win, to download once, of unknown size.");
    }

    /** Whatever its box, and whether or not this host emulates. */
    @Test
    void windowsMachine_isNotCalledAMinute() throws IOException {
        assertThat(of("made", CONTROL + "  - {name: win, os: windows, memory: 2GiB, box: me/win}\n").lines())
                .anyMatch(line -> line.startsWith("2 machines with 4.0 GiB in all on VirtualBox; 15 to 40 min for each "
                        + "Windows machine once its box is there"))
                .noneMatch(line -> line.contains("about a minute") || line.contains("about 12 min"));
        assertThat(of("without", CONTROL).lines()).noneMatch(line -> line.contains("15 to 40 min"));
    }

    @Test
    void boxes_fromUrlOrHere_areEstimated() throws IOException {
        Files.createDirectories(home.resolve("vagrant/boxes/bento-VAGRANTSLASH-debian-12/202502.21.0/virtualbox"));
        assertThat(of("url", CONTROL + "  - {name: win, os: windows, memory: 2GiB, box: {name: class/win, "
                + "url: 'https://boxes.example/win.box'}}\n").lines())
                .contains("win: the box class/win, from https://boxes.example/win.box, of unknown size.",
                        "control: the box bento/debian-12, on this host already.");
    }

    /** Another version of it is no help: the Vagrantfile asks for this one. */
    @Test
    void box_inAnotherVersion_isStillDownloaded() throws IOException {
        Files.createDirectories(home.resolve("vagrant/boxes/"
                + "gusztavvargadr-VAGRANTSLASH-windows-server-2022-standard-core/2012.0.0/virtualbox"));
        assertThat(of("older", CONTROL + "  - {name: win, os: windows, memory: 2GiB}\n").lines())
                .anyMatch(line -> line.contains("about 5.4 GB to download once"));
    }

    @Test
    void countsNoneOfItWhereThereAreNone() throws IOException {
        assertThat(of("plain", CONTROL).lines()).noneMatch(line -> line.contains("Windows") || line.contains("crane"));
    }

    @Test
    void upgrade_isNotCalledAMinute() throws IOException {
        String lab = "kubernetes: 1.36\n" + CONTROL.replace("virtualbox", "docker") + "  - {name: node, count: 2}\n";
        String older = lab.replace("1.36", "1.35");
        assertThat(of("upgraded", older).lines()).anyMatch(line -> line.endsWith("once the box is there."));
        LabContext then = labContext("upgraded", older);
        then.workspace().create();
        then.workspace().write("kubeconfig", HealthyLab.kubeconfig(HealthyLab.AUTHORITY));
        then.workspace().write("kubernetes/ca.crt", HealthyLab.AUTHORITY);
        LabRecord.complete(then);

        assertThat(of("upgraded", lab).lines()).anyMatch(line -> line.endsWith(
                "the upgrade of Kubernetes takes about 3 min.")).noneMatch(line -> line.contains("about a minute"));
        // What it takes to put the kit together, although no box is built.
        UpEstimate upgrade = of("upgraded", lab);
        assertThat(upgrade.lines()).anyMatch(line -> line.startsWith("Putting together what machines that are there "
                + "lack"));
        assertThat(upgrade.software()).contains(Software.MMDEBSTRAP);
        assertThat(of("upgraded", older).lines()).as("no upgrade").anyMatch(line -> line.contains("about a minute"));
    }

    private UpEstimate of(String name, String text) throws IOException {
        return UpEstimate.of(new ComingMachines(labContext(name, text), Set.of()), session().context());
    }

    private LabContext labContext(String name, String text) throws IOException {
        Path folder = Files.createDirectories(home.resolve("labs").resolve(name));
        Files.writeString(folder.resolve("lab.yaml"), text);
        LabService service = new LabService(session().context());
        LabLocation lab = LabLocation.find(folder.toString(), session().context().labs(), home);
        return service.labContext(service.opener().open(lab, OpenOptions.NONE));
    }

    private Session session() {
        return Call.session(home, Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString(),
                "VAGRANT_HOME", home.resolve("vagrant").toString()), new StringWriter(), new StringWriter());
    }
}
