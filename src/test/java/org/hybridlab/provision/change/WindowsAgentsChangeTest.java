package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.state.WorkspaceState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Nothing takes the DaemonSets away: beside services, each Windows machine would run its agents twice. */
@ExtendWith(GoldenPlans.class)
class WindowsAgentsChangeTest {
    private static final String SERVICES = """
            name: lab
            kubernetes: 1.36
            machines:
              - {name: control, role: control-plane, memory: 3000MiB}
              - {name: win, os: windows, memory: 4GiB}
            network: {machines: 192.168.57.0/24, windowsAgents: services}
            """;
    private static final String DAEMONSET = SERVICES.replace("services", "daemonset");
    private static final String WINDOWS = "  - {name: win, os: windows, memory: 4GiB}\n";
    private static final String REASON = "network.windowsAgents is daemonset, and the file says services";

    @TempDir
    private Path folder;

    @Test
    void daemonSets_neverBecomeServices() throws IOException {
        up(DAEMONSET);

        assertThat(reasons(SERVICES)).singleElement().asString().startsWith(REASON);
        assertThat(reasons(SERVICES.replace(", windowsAgents: services", ""))).singleElement().asString()
                .startsWith(REASON);
        assertThat(reasons(SERVICES.replace("win,", "other,").replace("{name: other", "{address: 192.168.57.40, "
                + "name: other"))).singleElement().asString().startsWith(REASON);
        assertThat(reasons(DAEMONSET)).isEmpty();
    }

    /** The script of a machine takes its services away. */
    @Test
    void services_becomeDaemonSets_asPlanSays() throws IOException {
        up(SERVICES);

        assertThat(reasons(DAEMONSET)).isEmpty();
        assertThat(changes(DAEMONSET)).singleElement().asString().startsWith(
                "~ setting network.windowsAgents: services -> daemonset");
        assertThat(changes(SERVICES)).isEmpty();
    }

    /** The DaemonSets stay in the cluster when the last machine of theirs leaves. */
    @Test
    void daemonSets_outliveWindowsMachines() throws IOException {
        up(DAEMONSET);
        assertThat(reasons(SERVICES.replace(WINDOWS, ""))).isEmpty();

        up(SERVICES.replace(WINDOWS, ""));

        assertThat(changes(SERVICES.replace(WINDOWS, ""))).isEmpty();
        assertThat(reasons(SERVICES)).singleElement().asString().startsWith(REASON);
        assertThat(reasons(DAEMONSET)).isEmpty();
    }

    @Test
    void agents_ofUnjoinedMachines_mayChange() throws IOException {
        LabContext lab = lab(DAEMONSET);
        LabRecord.begin(lab);
        lab.workspace().write("kubernetes/ca.crt", "");

        assertThat(reasons(SERVICES)).isEmpty();
        up(SERVICES.replace(WINDOWS, ""));
        assertThat(reasons(SERVICES)).isEmpty();
    }

    /** Its {@code up} failed later: the file alone is set back. */
    @Test
    void daemonSets_areNoted_beforeTheyCome() throws IOException {
        up(SERVICES);
        LabContext changed = lab(DAEMONSET);
        Step pods = GoldenPlans.of(changed).step(StepIds.WINDOWS_PODS);

        assertThatThrownBy(() -> pods.action().run(new QuietContext()));

        assertThat(reasons(SERVICES)).singleElement().asString().startsWith(REASON);
        assertThat(reasons(DAEMONSET)).isEmpty();
    }

    /** An {@code up} that ends well. */
    private void up(String text) throws IOException {
        LabContext lab = lab(text);
        LabRecord.complete(lab);
        lab.workspace().write("kubernetes/ca.crt", "");
    }

    private List<String> reasons(String text) throws IOException {
        LabContext lab = lab(text);
        return ChangeRefusals.reasons(new WorkspaceState(lab.workspace()).lab().orElseThrow(), lab.lab());
    }

    private List<String> changes(String text) throws IOException {
        return LabChanges.of(lab(text)).orElseThrow().stream().map(LabChange::line).toList();
    }

    private LabContext lab(String text) throws IOException {
        return new PlannedLabs(folder).on(ProviderName.VIRTUALBOX, text);
    }
}
