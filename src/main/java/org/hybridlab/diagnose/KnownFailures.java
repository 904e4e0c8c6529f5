package org.hybridlab.diagnose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;

public record KnownFailures(List<Area> areas) {
    record Area(String title, String page, List<KnownFailure> failures) {
        Area {
            failures = List.copyOf(failures);
        }
    }

    public KnownFailures {
        areas = List.copyOf(areas);
    }

    /** @throws LabException {@code known-failures-unreadable} */
    public static KnownFailures read(Path home) {
        Path folder = home.resolve("data/diagnose/failures");
        try (Stream<Path> files = Files.list(folder)) {
            return of(files.filter(file -> file.toString().endsWith(".yaml")).sorted()
                    .map(file -> DataFile.read(file, FailuresReader::area)).toList());
        } catch (IOException e) {
            throw DataFile.unreadable(folder + " cannot be read.", e);
        }
    }

    /**
     * @throws LabException {@code known-failures-unreadable} for a repeated id, or an unknown one in {@code explains}
     */
    static KnownFailures of(List<Area> areas) {
        KnownFailures known = new KnownFailures(areas);
        Set<String> ids = new TreeSet<>();
        known.all().filter(failure -> !ids.add(failure.id())).findFirst().ifPresent(twice -> {
            throw unreadable("the id %s is there twice".formatted(twice.id()));
        });
        known.all().forEach(failure -> failure.explains().stream().filter(id -> !ids.contains(id)).findFirst()
                .ifPresent(id -> {
                    throw unreadable("%s explains %s, which is not known".formatted(failure.id(), id));
                }));
        return known;
    }

    private static LabException unreadable(String what) {
        return DataFile.unreadable("hybridlab's own lists of failures are damaged: " + what + ".", null);
    }

    Stream<KnownFailure> all() {
        return areas.stream().flatMap(area -> area.failures().stream());
    }

    Set<String> ids() {
        return all().map(KnownFailure::id).collect(Collectors.toSet());
    }
}
