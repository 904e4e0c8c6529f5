package org.hybridlab.artifact.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.CacheFolder;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.template.Templates;

/**
 * A folder for the build of one box: {@code files/} (added to Debian), {@code images.tar}, the script, and root's tree,
 * which the script removes.
 */
final class BoxBuilder {
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private final Path folder;
    private final Recipe recipe;
    private final Root root;
    private final Processes processes;

    BoxBuilder(Path folder, Recipe recipe, Root root, Processes processes) {
        this.folder = folder;
        this.recipe = recipe;
        this.root = root;
        this.processes = processes;
    }

    Path folder() {
        return folder;
    }

    Map<String, Object> stock(Path debian) {
        layOut("machine");
        Map<String, Object> model = new HashMap<>(Map.of("work", folder, "debian", debian, "stock", true));
        model.put("kubernetes", "none");
        return model;
    }

    Map<String, Object> node(Path debian, Path imageBase, Bundle bundle, Fetching fetching) {
        String pause = bundle.image("pause").reference();
        layOut("machine", "node");
        fetching.lines().accept("writing " + bundle.images().size() + " images");
        Path images = folder.resolve("images.tar");
        try {
            ImageArchive.write(bundle, imageBase, images);
        } catch (IOException e) {
            throw CacheFolder.notWritable(images, e);
        }
        Map<String, Object> model = new HashMap<>(Map.of("work", folder, "debian", debian, "stock", false,
                "programs", programs(bundle), "images", images, "pauseImage", pause,
                "containerd", bundle.file("containerd"), "ctr", bundle.file("ctr")));
        model.put("kubernetes", bundle.kubernetes().toString());
        return model;
    }

    /** Runs the script as root, in its own mount namespace. */
    void run(String script, Map<String, Object> model, Fetching fetching) {
        Path file = folder.resolve("build.sh");
        try {
            Files.writeString(file, Templates.installed(recipe.home()).render("box/" + script, model));
        } catch (IOException e) {
            throw CacheFolder.notWritable(file, e);
        }
        Command command = root.command(Command.of("unshare", "--mount", "bash", file.toString()).timeout(LONGEST));
        processes.run(command, fetching.lines(), fetching.cancellation()).orHostFails("box-not-built",
                "The box could not be built.", "Look at the lines above, fix the cause, and run the same again.");
    }

    void clear() {
        try {
            Files.deleteIfExists(folder.resolve("build.sh"));
            Files.deleteIfExists(folder.resolve("images.tar"));
            Path files = folder.resolve("files");
            for (Path file : Files.exists(files) ? Recipe.files(files) : List.<Path>of()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw CacheFolder.notWritable(folder, e);
        }
    }

    private static List<Map<String, Object>> programs(Bundle bundle) {
        List<Map<String, Object>> programs = new ArrayList<>();
        NodeFiles.programs().forEach((path, name) ->
                programs.add(Map.of("source", bundle.file(name), "target", path)));
        return programs;
    }

    private void layOut(String... parts) {
        clear();
        for (String part : parts) {
            Path from = recipe.folder().resolve(part);
            for (Path file : Recipe.files(from)) {
                copy(file, folder.resolve("files").resolve(from.relativize(file).toString()));
            }
        }
    }

    private static void copy(Path file, Path target) {
        try {
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
        } catch (IOException e) {
            throw CacheFolder.notWritable(target, e);
        }
    }
}
