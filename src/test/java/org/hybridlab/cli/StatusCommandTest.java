package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.hybridlab.common.process.Processes;
import org.hybridlab.fake.FakePrograms;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** `status` of a lab that is up on a fake docker; its API server is unknown. */
class StatusCommandTest extends RecordedLab {
    @Test
    void statusPage_showsKnown_andNamesUnknown() {
        up("control", "other");

        Call call = call("status", folder.toString());

        assertThat(call.exitCode()).as(call.err()).isEqualTo(1);
        assertThat(call.out()).containsPattern("(?m)^MACHINE +ROLE +ADDRESS +STATE +NODE +KUBELET +MEMORY +DISK$")
                .containsPattern("(?m)^control +control-plane +192.168.57.11 +running +unknown +- +- +-$")
                .contains("Last checks   unknown", "Certificates  unknown",
                        "the lab differs; `hybridlab plan %s` shows what `up` would do".formatted(folder),
                        "other is on this host, and not in the lab file.",
                        "The nodes are unknown, because the workspace has no kubeconfig.");
        assertThat(docker.ran()).as("one question, however many machines").hasSize(1);
    }

    @Test
    void docker_thatIsSilent_isTheHostsFault() {
        up("control");
        Processes silent = FakePrograms.failing("Cannot connect to the Docker daemon");

        Call call = Call.of(home, Map.of("HYBRIDLAB_HOME", home.toString()), silent, "status", folder.toString(),
                "--output", "json");
        JsonNode document = OutputSchemas.document(call.out());

        assertThat(call.exitCode()).as(call.err()).isEqualTo(3);
        assertThat(document.at("/data/machines/0/state").asString()).as(call.err()).isEqualTo("unknown");
        assertThat(document.at("/error/id").asString()).isEqualTo("provider-not-answering");
        assertThat(call.err()).contains("[provider-not-answering]");
    }

    @Test
    void watchingIsForPeopleAndTakesSomeTime() {
        assertThat(call("status", folder.toString(), "--watch", "--output", "json").err())
                .contains("[status-watch-json]");
        assertThat(call("status", folder.toString(), "--watch", "--every", "0").err()).contains("[status-every]");
    }
}
