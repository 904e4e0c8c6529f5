package org.hybridlab.provision.box;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.bundle.CacheLock;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.KnownBox;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.vagrant.Vagrant;

/** Downloads a published box, one at a time on this host. Verifies no sum. @param mirror of the registry */
public record BoxFetch(Vagrant vagrant, ProviderName provider, Optional<String> mirror, Path vagrantHome, Path cache,
                       BoxChoice box) {
    /** The source did not answer, or does not have the box. */
    public static final String NOT_REACHED = "box-not-reached";
    private static final Set<String> WORDS_OF_VAGRANT = Set.of("vagrant-downloader-error",
            "vagrant-box-add-short-not-found", "vagrant-box-metadata-download-error",
            "vagrant-box-add-no-matching-version", "vagrant-box-add-no-matching-provider");

    public BoxFolder folder() {
        return new BoxFolder(vagrantHome, provider, box);
    }

    /** @throws LabException {@code box-not-reached}, and what else Vagrant says */
    public void run(Fetching fetching) {
        if (folder().isThere()) {
            return;
        }
        try (CacheLock ignored = CacheLock.hold(Boxes.lock(cache, box.name()), "downloading this box", fetching)) {
            if (!folder().isThere()) {
                download(fetching);
            }
        }
    }

    private void download(Fetching fetching) {
        try {
            vagrant.boxDownload(box, provider, mirror, fetching.lines(), fetching.cancellation());
        } catch (LabException e) {
            throw WORDS_OF_VAGRANT.contains(e.id()) ? notReached(e) : e;
        }
    }

    private LabException notReached(LabException said) {
        String from = box.url().or(() -> mirror).orElse("Vagrant's public registry");
        return LabException.labFailed(NOT_REACHED, "Vagrant could not get the box %s for %s from %s."
                .formatted(box.title(), provider.traits().title(), from),
                ("If the place is gone or out of reach, say in the lab file where else the box is: "
                        + "`box: {name: %s, url: FILE-OR-URL, sha256: SUM}`, or a mirror as `mirrors.boxes`. "
                        + "On a host that has the box, `hybridlab box fetch --box %s --to FOLDER` makes the file.%s")
                        .formatted(box.name(), box.name(), others())).because(said.why().orElse(said.what()));
    }

    private String others() {
        KnownBoxes known = KnownBoxes.installed();
        String names = known.named(box.name()).flatMap(KnownBox::build).stream()
                .flatMap(build -> known.all(build, provider).stream()).map(KnownBox::name)
                .filter(name -> !name.equals(box.name())).collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : " Of the same Windows there is also: `box: %s`.".formatted(names);
    }
}
