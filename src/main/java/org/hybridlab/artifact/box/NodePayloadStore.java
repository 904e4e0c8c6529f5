package org.hybridlab.artifact.box;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

import org.hybridlab.artifact.box.NodePayload.KitFile;
import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.CacheFolder;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.bundle.Sha256;

/** Stores kits without the bundle's programs: the node's small files, and the archive of images. */
final class NodePayloadStore {
    private static final String IMAGES = "images.tar";
    private static final String NODE = "node";

    private final Path folder;
    private final Recipe recipe;

    NodePayloadStore(Path folder, Recipe recipe) {
        this.folder = folder;
        this.recipe = recipe;
    }

    boolean has(String name) {
        return Files.isDirectory(folder.resolve(name));
    }

    /** Overwrites what an interrupted call left, since names come from contents. */
    void make(String name, Bundle bundle, Path imageBase, Fetching fetching) {
        Path stage = folder.resolve(name + ".new");
        try {
            layOut(bundle, stage.resolve(NODE));
            fetching.lines().accept("writing " + bundle.images().size() + " images");
            ImageArchive.write(bundle, imageBase, stage.resolve(IMAGES));
            Files.move(stage, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw CacheFolder.notWritable(stage, e);
        }
    }

    NodePayload payload(String name, Bundle bundle) {
        Map<String, KitFile> files = new LinkedHashMap<>();
        NodeFiles.programs().forEach((path, program) ->
                files.put(path, new KitFile(bundle.file(program), "0755", bundle.sums().get(program))));
        Path node = folder.resolve(name).resolve(NODE);
        for (Path file : Recipe.files(node)) {
            String path = "/" + node.relativize(file);
            files.put(path, new KitFile(file, NodeFiles.mode(path), sum(file)));
        }
        return new NodePayload(files, folder.resolve(name).resolve(IMAGES));
    }

    private void layOut(Bundle bundle, Path target) throws IOException {
        Path from = recipe.folder().resolve(NODE);
        for (Path file : Recipe.files(from)) {
            Path copy = target.resolve(from.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.writeString(copy, Files.readString(file).replace("@PAUSE_IMAGE@", bundle.image("pause").reference()));
        }
    }

    private static String sum(Path file) {
        try {
            return Sha256.of(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
