package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.StepResult;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.state.AppliedObjects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The API server is asked before there are nodes, if apps come after them. */
@ExtendWith(GoldenPlans.class)
class ManifestsAcceptedTest {
    private static final String STEP = "manifests-accepted";
    private static final String LAB = ChangedAppsTest.LAB + "untaint: true\n";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps/";
    private static final String MAP = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\n";
    private static final String STATUS = "{\"kind\": \"Status\", \"code\": %d, \"message\": \"%s\"}";

    @TempDir
    private Path folder;
    private ChangingLab lab;

    @BeforeEach
    void aLabWithTwoApps() throws IOException {
        Files.writeString(folder.resolve("web.yaml"), MAP.formatted("web") + MAP.formatted("settings"));
        Files.writeString(folder.resolve("api.yaml"), MAP.formatted("api"));
        lab = new ChangingLab(folder, LAB);
    }

    private StepResult run() {
        return lab.run(lab.plan(lab.labContext(LAB), STEP::equals), Agreement.ALL).step(STEP);
    }

    @Test
    void allRefusals_areToldAtOnce_andNothingIsStored() {
        lab.world.withDryRun(MAPS + "settings", STATUS.formatted(422, "no settings"));
        lab.world.withDryRun(MAPS + "api", STATUS.formatted(400, "no api"));

        LabException failure = run().failure().orElseThrow();

        assertThat(failure.id()).isEqualTo("object-refused");
        assertThat(failure.why()).contains("no settings\nno api");
        assertThat(lab.world.calls()).containsExactly("judge " + MAPS + "web", "judge " + MAPS + "settings",
                "judge " + MAPS + "api");
        assertThat(lab.plan(lab.labContext(LAB), STEP::equals).step(STEP).action().endsRun(failure)).isTrue();
    }

    /** What is missing may come, and a port may become free. */
    @ParameterizedTest
    @CsvSource({"403, no account", "404, no namespace", "409, conflict", "422, provided port is already allocated"})
    void answerThatMayChange_isNoRefusal(int code, String message) {
        lab.world.withDryRun(MAPS + "web", STATUS.formatted(code, message));

        assertThat(run().outcome().good()).isTrue();
    }

    @Test
    void silence_isNoRefusal() throws IOException {
        lab.world.busy("judge");
        assertThat(run().outcome().good()).isTrue();

        namespace();
        lab.world.busy("apply");
        assertThat(run().outcome().good()).isTrue();
    }

    @Test
    void namespacesAndKinds_areStoredFirst_forTheirApp() throws IOException {
        namespace();

        assertThat(run().outcome().good()).isTrue();

        assertThat(lab.world.calls()).startsWith("apply /api/v1/namespaces/mine",
                "apply /apis/apiextensions.k8s.io/v1/customresourcedefinitions/things.example.org")
                .contains("judge /apis/example.org/v1/namespaces/mine/things/one");
        assertThat(new AppliedObjects(lab.labContext(LAB).workspace()).of("api")).hasSize(2);
    }

    @Test
    void barePod_isJudgedOnceItsAccountIsThere() throws IOException {
        Files.writeString(folder.resolve("web.yaml"), "apiVersion: v1\nkind: Pod\nmetadata: {name: bare}\n");
        lab.world.with("/api/v1/namespaces/default/serviceaccounts/default", "{}");

        assertThat(run().outcome().good()).isTrue();

        assertThat(lab.world.calls()).endsWith("judge /api/v1/namespaces/default/pods/bare");
    }

    @Test
    void step_isPlannedOnlyBeforeNodes() {
        assertThat(lab.plan(lab.labContext(ChangedAppsTest.LAB), STEP::equals).steps()).isEmpty();
        assertThat(lab.plan(lab.labContext(LAB.replaceFirst("apps:(?s).*", "untaint: true\n")), STEP::equals).steps())
                .isEmpty();
        assertThat(GoldenPlans.of(lab.labContext(LAB)).step(STEP).needs())
                .containsExactly("control-plane-initialised/control");
    }

    private void namespace() throws IOException {
        Files.writeString(folder.resolve("api.yaml"), "apiVersion: v1\nkind: Namespace\nmetadata: {name: mine}\n"
                + ChangedAppsTest.DEFINITION
                + ChangedAppsTest.THING.replace("{name: one}", "{name: one, namespace: mine}"));
    }
}
