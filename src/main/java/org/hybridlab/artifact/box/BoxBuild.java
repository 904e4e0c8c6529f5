package org.hybridlab.artifact.box;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.TaskProgress;
import org.hybridlab.config.model.Arch;

/** Builds a box from Debian's trees, images and a script. Reports progress. */
final class BoxBuild {
    /** On two cores, with a package mirror nearby. */
    private static final Duration MACHINE_TREE = Duration.ofSeconds(80);
    private static final Duration IMAGE_TREE = Duration.ofSeconds(30);
    private static final Duration IMAGES = Duration.ofSeconds(20);

    private final Recipe recipe;
    private final Debian debian;
    private final BoxBuilder builder;
    private final BoxStore store;
    private final Fetching fetching;

    BoxBuild(Recipe recipe, Debian debian, BoxBuilder builder, BoxStore store, Fetching fetching) {
        this.recipe = recipe;
        this.debian = debian;
        this.builder = builder;
        this.store = store;
        this.fetching = fetching;
    }

    void node(String name, Bundle bundle) {
        Arch arch = bundle.arch();
        List<String> machine = machine(arch, "machine", "node");
        List<String> image = recipe.packages(arch, "image");
        Pieces pieces = new Pieces(fetching, List.of(unlessCached(machine, arch, MACHINE_TREE),
                unlessCached(image, arch, IMAGE_TREE), IMAGES, store.usual()));
        pieces.next();
        Path tree = debian.with(machine, arch, fetching);
        pieces.next();
        Path imageBase = debian.with(image, arch, fetching);
        pieces.next();
        Map<String, Object> model = builder.node(tree, imageBase, bundle, fetching);
        pieces.next();
        store.build(name, builder, model, fetching);
        builder.clear();
    }

    void stock(String name, Arch arch) {
        List<String> machine = machine(arch, "machine");
        Pieces pieces = new Pieces(fetching, List.of(unlessCached(machine, arch, MACHINE_TREE), store.usual()));
        pieces.next();
        Map<String, Object> model = builder.stock(debian.with(machine, arch, fetching));
        pieces.next();
        store.build(name, builder, model, fetching);
        builder.clear();
    }

    /** Work for a kit: its images, and their base tree if it does not exist. */
    static Pieces ofKit(boolean imageTree, Fetching fetching) {
        return new Pieces(fetching, List.of(imageTree ? Duration.ZERO : IMAGE_TREE, IMAGES));
    }

    private List<String> machine(Arch arch, String... lists) {
        return recipe.packages(arch, Stream.concat(Stream.of(lists), store.packageLists().stream())
                .toArray(String[]::new));
    }

    private Duration unlessCached(List<String> packages, Arch arch, Duration usual) {
        return debian.cached(packages, arch).isPresent() ? Duration.ZERO : usual;
    }

    static final class Pieces {
        private final Fetching fetching;
        private final List<Duration> usual;
        private int begun;

        private Pieces(Fetching fetching, List<Duration> usual) {
            this.fetching = fetching;
            this.usual = usual;
        }

        void next() {
            fetching.progress().accept(new TaskProgress(sum(usual.subList(0, begun)), usual.get(begun), sum(usual)));
            begun++;
        }

        private static Duration sum(List<Duration> all) {
            return all.stream().reduce(Duration.ZERO, Duration::plus);
        }
    }
}
