package org.hybridlab.host;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.KnownBox;
import org.hybridlab.config.model.ProviderName;

/**
 * The evaluation copies of Windows among Vagrant's boxes: for how long machines of them run, and for how long they have
 * been here. Nothing but Windows itself knows how many days a machine has left.
 */
record EvaluationBoxes(HostFiles files, Path vagrantHome, Instant now) {
    /** One for each version of a box that is here; none where no such box is. */
    List<Requirement> of(ProviderName provider) {
        return KnownBoxes.installed().boxes().stream().filter(box -> box.licence().isPresent())
                .flatMap(box -> versions(box, provider)).toList();
    }

    private Stream<Requirement> versions(KnownBox box, ProviderName provider) {
        Path folder = vagrantHome.resolve("boxes").resolve(BoxChoice.nameOfFolder(box.name()));
        return files.names(folder).stream().flatMap(version -> made(folder.resolve(version), provider).stream()
                .map(since -> requirement(box, box.licence().orElseThrow(), version, since)));
    }

    /** Since Vagrant 2.4 the architecture stands before the provider. */
    private Optional<Instant> made(Path version, ProviderName provider) {
        return Stream.concat(Stream.of(version), files.names(version).stream().map(version::resolve))
                .map(parent -> parent.resolve(provider.id())).flatMap(folder -> files.changed(folder).stream())
                .findFirst();
    }

    private Requirement requirement(KnownBox box, KnownBox.Licence licence, String version, Instant since) {
        long age = Math.max(0, Duration.between(since, now).toDays());
        OptionalInt activation = licence.activation();
        return Requirement.ok("evaluation-box:" + box.name() + ":" + version, "Windows evaluation box",
                "%s %s, here for %d days. Each machine of it runs %d days from its first start%s".formatted(box.name(),
                        version, age, licence.days(), activation.isEmpty() ? ""
                        : ", if Windows is activated within " + activation.getAsInt()));
    }
}
