package org.hybridlab.service;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.image.HostImages;
import org.hybridlab.artifact.image.ImageCache;
import org.hybridlab.artifact.image.ImageName;
import org.hybridlab.artifact.image.OciImage;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.file.RenderedManifests;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.rules.core.Suggestion;
import org.hybridlab.config.rules.manifest.ImageSourceRules;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.host.LoadedImages;
import org.hybridlab.host.LoadedImages.LoadedImage;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.image.ImagesLoaded;
import org.hybridlab.provision.image.ImagesLoaded.Seen;
import org.hybridlab.provision.image.LoadedImagesPlanner;
import org.hybridlab.service.context.CancellableScope;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceResult;
import org.hybridlab.service.context.TaskListener;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lifecycle.LabMachines;

/** Images that the user loads into a lab's machines. They stay the lab's until {@link #remove}. */
public final class ImageService {
    private final ServiceContext context;
    private final LabService labs;

    public ImageService(ServiceContext context) {
        this(context, new LabService(context));
    }

    ImageService(ServiceContext context, LabService labs) {
        this.context = context;
        this.labs = labs;
    }

    /** @param machines that have the images now */
    public record LoadedNow(String lab, List<ImageLine> images, List<String> machines) {
    }

    /** @param digest of its manifest, as containerd shows it */
    public record ImageLine(String name, String arch, String digest, long bytes) {
        static ImageLine of(LoadedImage image) {
            return new ImageLine(image.name(), image.arch(), image.digest(), image.bytes());
        }
    }

    public record ImageList(String lab, List<ImagePlaces> images) {
    }

    /**
     * Where an image is.
     *
     * @param digest of its manifest, as containerd shows it
     * @param machines that have it
     * @param lacking machines that should have it; {@code up} loads it there
     * @param unknown machines that do not run, or did not say
     */
    public record ImagePlaces(String name, String arch, String digest, long bytes, List<String> machines,
                              List<String> lacking, List<String> unknown) {
    }

    /** @param kept machines that do not run, and so still have them */
    public record RemovedImages(String lab, List<String> removed, List<String> kept) {
    }

    /**
     * Loads images into running machines, and records them once all machines have them.
     *
     * @param words as {@link ImageCache#keep}
     * @param on machines; empty: all Linux nodes, later ones too
     */
    public ServiceResult<LoadedNow> load(NamedLab lab, List<String> words, List<String> on) {
        LabMachines machines = LabMachines.of(lab, labs, context);
        LabContext labContext = labs.labContext(labs.asItIs(lab));
        List<Machine> targets = targets(labContext, on);
        // Read before anything is sent: a damaged record must not be written over.
        Set<String> before = digests(labContext.loadedImages().all());
        try (LabLock lock = machines.lock()) {
            targets.forEach(machine -> mustRun(machine, labContext));
            Map<Machine, List<LoadedImage>> images = new LinkedHashMap<>();
            Map<String, List<LoadedImage>> byArch = kept(words, targets, Set.copyOf(on), labContext);
            targets.forEach(machine -> images.put(machine, byArch.get(machine.arch().id())));
            List<LoadedImage> all = byArch.values().stream().flatMap(List::stream).toList();
            before.addAll(digests(all));
            try {
                RunResult run = machines.run(LoadedImagesPlanner.load(labContext, images), lock);
                if (!run.green()) {
                    return ServiceResult.failed(run);
                }
                all.forEach(image -> record(image, labContext));
                labs.opener().read(lab.location(), OpenOptions.NONE).warnings().stream()
                        .filter(one -> one.ruleId().equals(ImageSourceRules.IMAGE_PULLED_AGAIN.entry().id()))
                        .map(Problem::text).forEach(context.listener()::message);
                return ServiceResult.of(new LoadedNow(labContext.lab().name(), all.stream().map(ImageLine::of).toList(),
                        targets.stream().map(Machine::name).toList()));
            } finally {
                forget(before, labContext);
            }
        }
    }

    private static void record(LoadedImage image, LabContext labContext) {
        labContext.loadedImages().add(image, LoadedImagesPlanner.nodes(labContext).stream()
                .filter(machine -> machine.arch().id().equals(image.arch())).map(Machine::name)
                .collect(Collectors.toSet()));
    }

    /** Records images of apps that this host has, so that {@code up} loads them. */
    void take(LabContext labContext) {
        List<String> here = onHost(labContext, List.of());
        if (!here.isEmpty()) {
            Set<String> before = digests(labContext.loadedImages().all());
            kept(here, LoadedImagesPlanner.nodes(labContext), Set.of(), labContext).values()
                    .forEach(images -> images.forEach(image -> record(image, labContext)));
            forget(before, labContext);
        }
    }

    /** Tells of images that machines would pull although this host has them. */
    void tell(LabContext labContext) {
        List<String> here = onHost(labContext, labContext.loadedImages().all());
        if (!here.isEmpty()) {
            context.listener().message("Machines pull these images, which this host has: %s. To load them instead: "
                    .formatted(String.join(", ", here)) + "hybridlab up %s --load".formatted(labContext.word()));
        }
    }

    /** Of pods on Linux nodes, as manifests write them. @param loaded images to leave out, besides the box's */
    private List<String> onHost(LabContext labContext, List<LoadedImage> loaded) {
        Set<String> there = Stream.concat(labs.workshop().bundled().images().stream().map(ImageName::of)
                .flatMap(Optional::stream).map(ImageName::toString), loaded.stream().map(LoadedImage::name))
                .collect(Collectors.toSet());
        HostImages host = new HostImages(context.processes(), context.cancellation());
        Map<String, String> manifests = labContext.files().manifests();
        return LoadedImagesPlanner.nodes(labContext).stream()
                .flatMap(machine -> RenderedManifests.images(labContext.lab(), machine, manifests).stream()).distinct()
                .filter(word -> ImageName.of(word).filter(name -> !there.contains(name.toString())).isPresent())
                .filter(word -> host.holder(word).isPresent()).toList();
    }

    private static Set<String> digests(Collection<LoadedImage> images) {
        return images.stream().map(LoadedImage::digest).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Into the cache, for each architecture of the machines. */
    private Map<String, List<LoadedImage>> kept(List<String> words, List<Machine> targets, Set<String> on,
                                                LabContext labContext) {
        Map<String, List<LoadedImage>> all = new TreeMap<>();
        try (CancellableScope ignored = context.listener().cancellable();
                TaskListener task = context.listener().task()) {
            for (String arch : targets.stream().map(machine -> machine.arch().id()).distinct().toList()) {
                List<LoadedImage> images = new ArrayList<>();
                for (String word : words) {
                    task.note("getting " + word);
                    Map<ImageName, OciImage> kept = labContext.bundles().images().keep(word, context.directory(), arch,
                            context.processes(), fetching());
                    kept.forEach((name, image) -> images.add(new LoadedImage(name.toString(), image.manifest(), arch,
                            image.snapshot(), image.bytes(), on)));
                }
                all.put(arch, images);
            }
        }
        return all;
    }

    /** Drops images from the cache that no lab has any more. */
    private void forget(Set<String> digests, LabContext labContext) {
        LabException.known(() -> LoadedImages.digests(context.folders())).ifPresent(used -> {
            Set<String> unused = new TreeSet<>(digests);
            unused.removeAll(used);
            labContext.bundles().images().forget(unused, fetching());
        });
    }

    private Fetching fetching() {
        return new Fetching(context.listener()::message, context.cancellation());
    }

    private List<Machine> targets(LabContext labContext, List<String> on) {
        List<Machine> nodes = LoadedImagesPlanner.nodes(labContext);
        List<Machine> targets = on.isEmpty() ? nodes : on.stream().distinct().map(name ->
                ReplaceService.machine(labContext.lab(), name, labContext.word())).toList();
        targets.stream().filter(machine -> !nodes.contains(machine)).findFirst().ifPresent(machine -> {
            throw LabException.invalid("image-machine-unfit", "%s %s: images are loaded into Linux nodes only."
                    .formatted(machine.name(), machine.isSimulated() ? "is simulated" : machine.isWindows()
                            ? "is a Windows machine" : "runs etcd alone"), machine.isWindows()
                                    ? "`up` fetches images for Windows machines from their registries."
                                    : "Name others: " + names(nodes) + ".");
        });
        return targets;
    }

    private static String names(List<Machine> machines) {
        return machines.stream().map(Machine::name).collect(Collectors.joining(", "));
    }

    private void mustRun(Machine machine, LabContext labContext) {
        MachineState state = labContext.states(context.cancellation()).of(machine);
        if (!state.isRunning()) {
            throw LabException.invalid("image-needs-running", "%s is %s.".formatted(machine.name(), state.word()),
                    "Run `hybridlab %s %s` first, or name machines that run by --on.".formatted(
                            state.isResumable() ? "resume" : "up", labContext.word()));
        }
    }

    /** Asks machines that run. */
    public ImageList list(NamedLab lab) {
        LabContext labContext = labs.labContext(labs.asItIs(lab));
        List<LoadedImage> images = labContext.loadedImages().all();
        Map<String, Optional<Seen>> seen = images.isEmpty() ? Map.of() : seen(labContext);
        return new ImageList(labContext.lab().name(), images.stream().map(image -> places(image, labContext, seen))
                .toList());
    }

    private static ImagePlaces places(LoadedImage image, LabContext labContext, Map<String, Optional<Seen>> seen) {
        List<String> machines = new ArrayList<>();
        List<String> lacking = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (Machine machine : LoadedImagesPlanner.nodes(labContext)) {
            if (image.isFor(machine.name(), machine.arch().id())) {
                seen.get(machine.name()).map(one -> one.has(image) ? machines : lacking).orElse(unknown)
                        .add(machine.name());
            }
        }
        return new ImagePlaces(image.name(), image.arch(), image.digest(), image.bytes(), machines, lacking, unknown);
    }

    private Map<String, Optional<Seen>> seen(LabContext labContext) {
        Map<String, Optional<Seen>> seen = new TreeMap<>();
        List<Machine> nodes = LoadedImagesPlanner.nodes(labContext);
        try (CancellableScope ignored = context.listener().cancellable();
                Parallel all = new Parallel(nodes.size(), context.cancellation())) {
            List<Optional<Seen>> answers = all.map(nodes, machine -> LabException.known(() -> {
                mustRun(machine, labContext);
                return ImagesLoaded.seen(labContext.shell(machine), context.cancellation());
            }));
            for (int i = 0; i < nodes.size(); i++) {
                seen.put(nodes.get(i).name(), answers.get(i));
            }
        }
        return seen;
    }

    /**
     * Removes images from machines that run, from the record, and from the cache.
     *
     * @throws LabException {@code image-not-loaded} (exit 2)
     */
    public RemovedImages remove(NamedLab lab, List<String> words) {
        LabContext labContext = labs.labContext(labs.asItIs(lab));
        LoadedImages record = labContext.loadedImages();
        List<LoadedImage> all = record.all();
        Set<String> names = words.stream().map(word -> recorded(word, all, labContext)).collect(Collectors
                .toCollection(TreeSet::new));
        List<String> kept = new ArrayList<>();
        if (labs.isKnown(labContext.open())) {
            try (LabLock ignored = LabMachines.of(lab, labs, context).lock();
                    CancellableScope cancellable = context.listener().cancellable()) {
                for (Machine machine : LoadedImagesPlanner.nodes(labContext)) {
                    if (!labContext.states(context.cancellation()).isRunning(machine)) {
                        kept.add(machine.name());
                    } else {
                        ImagesLoaded.remove(labContext.shell(machine), names, context.cancellation());
                    }
                }
            }
        }
        record.remove(names);
        forget(digests(all), labContext);
        return new RemovedImages(labContext.lab().name(), List.copyOf(names), kept);
    }

    private static String recorded(String word, List<LoadedImage> all, LabContext labContext) {
        List<String> known = all.stream().map(LoadedImage::name).distinct().toList();
        return ImageName.of(word).map(ImageName::toString).filter(known::contains).orElseThrow(() ->
                LabException.invalid("image-not-loaded", "Nobody loaded %s into %s.".formatted(word,
                        labContext.lab().name()), Suggestion.sentence(word, known) + (known.isEmpty()
                        ? "The lab has no such images." : "Loaded: " + String.join(", ", known) + ".")));
    }
}
