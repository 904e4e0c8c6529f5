package org.hybridlab.provision.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.hybridlab.common.workspace.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppliedObjectsTest {
    private static final String MANIFEST = """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: import, namespace: shop}
            spec: {ttlSecondsAfterFinished: 0}
            ---
            {apiVersion: batch/v1, kind: Job, metadata: {name: stays}, spec: {}}
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"/apis/batch/v1/namespaces/shop/jobs/import, false",
        "/apis/batch/v1beta1/namespaces/shop/jobs/import, false",
        "/apis/batch/v1/namespaces/default/jobs/import, true", "/apis/batch/v1/namespaces/default/jobs/stays, true",
        "/api/v1/namespaces/shop/services/import, true"})
    void job_withTimeToLive_doesNotLast(String path, boolean lasts) {
        Workspace workspace = workspace(MANIFEST, path);

        assertThat(new AppliedObjects(workspace).lasting("shop")).isEqualTo(lasts ? List.of(path) : List.of());
        assertThat(new AppliedObjects(workspace).of("shop")).containsExactly(path);
    }

    @Test
    void objects_ofUnreadableManifest_last() {
        String path = "/apis/batch/v1/namespaces/shop/jobs/import";

        assertThat(new AppliedObjects(workspace("{", path)).lasting("shop")).containsExactly(path);
    }

    private Workspace workspace(String manifest, String path) {
        Workspace workspace = Workspace.in(folder).create();
        workspace.write("apps/shop.yaml", manifest);
        new WorkspaceState(workspace).keepObjects("shop", List.of(path));
        return workspace;
    }
}
