package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.provision.change.AppliedRecords;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told of a lab whose file is no longer the one that the last `up` had. */
class ChangedLabFileTest extends RecordedLab {
    @Override
    Call call(String... words) {
        return Call.of(home, Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString(), "VAGRANT_HOME",
                home.resolve("vagrant").toString(), "HYBRIDLAB_TRUST", "true"), docker, words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "diagnose"})
    void verdict_afterChange_beginsWithIt(String command) {
        up("control");
        workspace.write("kubeconfig", "");
        workspace.write("kubernetes/ca.crt", "");
        AppliedRecords.write(workspace, "{\"network\": {\"network.pods\": \"10.99.0.0/16\"}}");

        String told = call(command, folder.toString()).err();

        assertThat(told).contains("The lab file has changed since the last `up` that ended well: checks judge the lab "
                + "by the file as it is now. `hybridlab plan " + folder + "` shows the changes.",
                "`up` refuses these changes; set them back:",
                "  - network.pods is 10.99.0.0/16, and the file says 10.244.0.0/16");
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "diagnose"})
    void verdict_ofUnknownPast_namesNoChange(String command) {
        up("control");
        workspace.write("kubeconfig", "");
        workspace.write("kubernetes/ca.crt", "");

        Call told = call(command, folder.toString());

        assertThat(told.out() + told.err()).doesNotContain("has changed since", "java.")
                .contains(" is not a kubeconfig that can be used", "It lacks a part that kubeadm writes");
    }
}
