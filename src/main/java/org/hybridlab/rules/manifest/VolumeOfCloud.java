package org.hybridlab.rules.manifest;

import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.Severity;

/** What the handbook lists for Windows besides local volumes: a cloud must serve it, or a driver on every machine. */
final class VolumeOfCloud extends PodRule {
    private static final Map<String, String> KINDS = Map.of(
            "azureDisk", "Azure", "azureFile", "Azure", "awsElasticBlockStore", "AWS", "gcePersistentDisk", "Google",
            "flexVolume", "a driver of flexVolume, which is deprecated since Kubernetes 1.23,");

    VolumeOfCloud() {
        super("volume-of-cloud", "Volumes of pods are such as machines without a cloud have.", Severity.WARNING);
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        return lab.joinsExisting() ? Stream.of() : pod.node().at("volumes").items().stream()
                .flatMap(volume -> KINDS.keySet().stream().sorted().filter(kind -> volume.at(kind).isPresent())
                        .map(kind -> new Flaw(volume.at(kind),
                                "%s would have to bring this volume, and nothing here does".formatted(KINDS.get(kind)),
                                "Take an emptyDir, or a hostPath with a folder of the machine.")));
    }
}
