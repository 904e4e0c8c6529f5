package org.hybridlab.artifact.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.image.ImageLookup.Answer;
import org.hybridlab.artifact.image.ImageLookup.Found;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.WindowsBuild;
import org.junit.jupiter.api.Test;

class ImageLookupTest {
    private static final Origin MIRROR = new Origin("mirror.example:5000", true, true);
    private static final Origin OWN = new Origin("registry.k8s.io", false, false);
    private static final String DENIED = "Error: GET https://x/v2/y: UNAUTHORIZED: authentication required";

    private final FakeCrane crane = new FakeCrane();

    @Test
    void imageLookup_namesThePlace_andPullsNothing() {
        Found found = look(OWN);

        assertThat(found.answer()).isEqualTo(Answer.FOUND);
        assertThat(found.why()).isEqualTo("registry.k8s.io");
        assertThat(crane.verbs()).containsExactly("manifest");
    }

    @Test
    void anImageThatNoPlaceHasIsAbsent() {
        crane.troubles.addAll(List.of(FakeCrane.UNKNOWN, FakeCrane.UNKNOWN));

        Found found = look(MIRROR, OWN);

        assertThat(found.answer()).isEqualTo(Answer.ABSENT);
        assertThat(found.why()).startsWith("mirror.example:5000: ").contains("; registry.k8s.io: ", "MANIFEST_UNKNOWN");
    }

    @Test
    void aPlaceAfterAnotherOneMayHaveIt() {
        crane.troubles.add(FakeCrane.REFUSED);

        assertThat(look(MIRROR, OWN).answer()).isEqualTo(Answer.FOUND);
    }

    @Test
    void image_unknownInOnePlace_isNotAbsent() {
        crane.troubles.addAll(List.of(FakeCrane.REFUSED, FakeCrane.UNKNOWN));
        assertThat(look(MIRROR, OWN).answer()).isEqualTo(Answer.UNKNOWN);

        crane.troubles.addAll(List.of(FakeCrane.UNKNOWN, DENIED));
        assertThat(look(MIRROR, OWN).answer()).isEqualTo(Answer.UNKNOWN);

        assertThat(look().answer()).isEqualTo(Answer.UNKNOWN);
    }

    @Test
    void anImageForOtherMachinesOnlyIsAbsent() {
        crane.manifest = """
                {"manifests": [{"digest": "sha256:a", "platform": {"os": "linux", "architecture": "amd64"}}]}""";

        assertThat(look(OWN).answer()).isEqualTo(Answer.ABSENT);
        assertThat(look(Optional.empty(), OWN).answer()).isEqualTo(Answer.FOUND);
    }

    @Test
    void anInterruptEndsIt() {
        crane.troubles.add(FakeCrane.INTERRUPTED);

        assertThat(failure(() -> look(OWN)).id()).isEqualTo("interrupted");
    }

    private Found look(Origin... origins) {
        return look(WindowsBuild.of("2022"), origins);
    }

    private Found look(Optional<WindowsBuild> build, Origin... origins) {
        WantedImage wanted = new WantedImage(ImageName.of("registry.k8s.io/pause:3.10.2").orElseThrow(), build,
                Arch.AMD64, List.of(origins));
        return new ImageLookup(new Crane(Path.of("crane"), Map.of(), origin -> Optional.empty(), crane)).look(wanted,
                new Fetching(line -> { }, new Cancellation()));
    }
}
