package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.labfile.LabLocation;
import org.hybridlab.steps.OpenWish;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a host with empty caches. */
class UpOutlookTest {
    private static final String CONTROL = "provider: virtualbox\nmachines:\n"
            + "  - {name: control, role: control-plane, memory: 2GiB}\n";

    @TempDir
    private Path home;

    /** Crane is built for two cores in 35 s; the programs of Windows machines take minutes. */
    @Test
    void countsWhatWindowsMachinesNeedBesidesTheirImages() throws IOException {
        assertThat(of("hybrid", CONTROL + "  - {name: win, os: windows, memory: 2GiB}\n").lines())
                .anyMatch(line -> line.matches("Getting the programs of Windows machines: [0-9]+ MB, at most [0-9]+ min .*"))
                .contains("Getting crane, which fetches images: 12 MB, at most 1 min the first time on this host.")
                .anyMatch(line -> line.matches("Getting [0-9]+ images? for Windows machines, once: .*"));
    }

    @Test
    void saysWhatABoxOfWindowsTakesAndThatItsLicenceEnds() throws IOException {
        assertThat(of("boxes", CONTROL + "  - {name: win, os: windows, memory: 2GiB}\n").lines())
                .contains("win: a box of 5 to 10 GB to download once; up to 40 GB of disk and 15 to 40 min for each "
                        + "machine.")
                .anyMatch(line -> line.contains("180 days"));
        assertThat(of("own", CONTROL + "  - {name: win, os: windows, memory: 2GiB, box: me/win}\n").lines())
                .noneMatch(line -> line.contains("180 days"));
    }

    @Test
    void countsNoneOfItWhereThereAreNone() throws IOException {
        assertThat(of("plain", CONTROL).lines()).noneMatch(line -> line.contains("Windows") || line.contains("crane"));
    }

    private UpOutlook of(String name, String text) throws IOException {
        Path folder = Files.createDirectories(home.resolve("labs").resolve(name));
        Files.writeString(folder.resolve("lab.yaml"), text);
        Session session = Call.session(home, Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString(),
                "VAGRANT_HOME", home.resolve("vagrant").toString()), new StringWriter(), new StringWriter());
        LabFront front = new LabFront(session);
        LabLocation lab = LabLocation.find(folder.toString(), session.labs(), home);
        return UpOutlook.of(front.tools(front.opener().open(lab, OpenWish.NONE)), BundleSelection.bundles(session), session);
    }
}
