package org.hybridlab.artifact.image;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageNameTest {
    @ParameterizedTest
    @CsvSource({
        "nginx, docker.io/library/nginx:latest",
        "kiamol/ch03-numbers-api:windows, docker.io/kiamol/ch03-numbers-api:windows",
        "docker.io/library/nginx:1, docker.io/library/nginx:1",
        "docker.io/nginx:1, docker.io/library/nginx:1",
        "registry.k8s.io/pause:3.10.2, registry.k8s.io/pause:3.10.2",
        "10.9.0.1:5000/team/own:1, 10.9.0.1:5000/team/own:1",
        "localhost/own, localhost/own:latest",
    })
    void aNameIsCompletedAsContainerdDoesIt(String written, String full) {
        assertThat(ImageName.of(written)).hasToString("Optional[" + full + "]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"registry.k8s.io/pause@sha256:0123", "registry.k8s.io/pause:1@sha256:0123", "", "x:", "A/b",
            "a b"})
    void digestsAndNonNames_areNotUnderstood(String written) {
        assertThat(ImageName.of(written)).isEmpty();
    }

    @Test
    void theFlatNameIsOneThatWindowsTakes() {
        assertThat(ImageName.of("10.9.0.1:5000/team/own:1").orElseThrow().flat()).isEqualTo("10.9.0.1_5000_team_own_1");
    }
}
