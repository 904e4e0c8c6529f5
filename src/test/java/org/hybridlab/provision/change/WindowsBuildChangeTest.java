package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Images are made for a build, and a machine keeps the one that it was made with. */
class WindowsBuildChangeTest {
    private static final String LAB = """
            name: lab
            kubernetes: 1.36
            machines:
              - {name: control, role: control-plane, memory: 3000MiB}
              - {name: win, os: windows, memory: 4GiB, address: 192.168.57.40}
            network: {machines: 192.168.57.0/24}
            """;
    private static final String NEWER = LAB.replace("os: windows", "os: windows, build: 2025");

    @TempDir
    private Path folder;
    private boolean simulates;

    @Test
    void build_ofMachineThere_isKept() throws IOException {
        up(LAB, true);

        assertThat(reasons(NEWER)).containsExactly("win has the build 20348, and the file says 26100: a machine keeps "
                + "it. Give the new machine another name");
        assertThat(reasons(LAB.replace("os: windows", "os: windows, build: 2022"))).isEmpty();
        assertThat(reasons(NEWER.replace("name: win, ", "name: newer, ").replace("57.40", "57.41"))).isEmpty();
    }

    /** Its {@code up} failed before there was a cluster. */
    @ParameterizedTest
    @CsvSource({"'os: windows', 'os: windows, build: 2025', win has the build 20348",
        "'os: windows', 'os: linux', win has the os windows"})
    void madeMachine_withoutCluster_staysWhatItIs(String from, String to, String reason) throws IOException {
        up(LAB, false);

        assertThat(reasons(LAB.replace(from, to))).singleElement().asString().startsWith(reason);
        assertThat(reasons(LAB)).isEmpty();
    }

    /** There is only a node, which is applied again. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void build_ofSimulatedMachine_mayChange(boolean cluster) throws IOException {
        simulates = true;
        up(LAB, cluster);

        assertThat(lab(NEWER).lab().simulatedMachines()).hasSize(1);
        assertThat(reasons(NEWER)).isEmpty();
    }

    /** No build binds what one of the two is not. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void build_ofMachineSimulatedOnce_mayChange(boolean before) throws IOException {
        simulates = before;
        up(LAB, true);
        simulates = !before;

        assertThat(reasons(NEWER)).isEmpty();
    }

    private String applied() throws IOException {
        return Files.readString(new WorkspaceState(lab(LAB).workspace()).file());
    }

    private void up(String text, boolean cluster) throws IOException {
        LabContext lab = lab(text);
        LabRecord.complete(lab);
        lab.workspace().write(".vagrant/machines/win/virtualbox/id", "0123");
        if (cluster) {
            lab.workspace().write("kubernetes/ca.crt", "");
        }
    }

    private List<String> reasons(String text) throws IOException {
        return ChangeRefusals.reasons(lab(text).open());
    }

    private LabContext lab(String text) throws IOException {
        return simulates ? WindowsLabs.simulating(text, folder)
                : new PlannedLabs(folder).on(ProviderName.VIRTUALBOX, text);
    }
}
