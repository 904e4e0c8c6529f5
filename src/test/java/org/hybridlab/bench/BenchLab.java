package org.hybridlab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A copy of {@code bench/lab.yaml} in a folder of its own, with a state of its own, so that no other lab is touched.
 */
record BenchLab(Path folder, Map<String, String> environment) {
    private static final Path BENCH = Path.of("target/bench").toAbsolutePath();
    private static final String LAUNCHER = Path.of("hybridlab").toAbsolutePath().toString();

    /** @param name of the folder, so that benches do not meet each other's machines */
    static BenchLab called(String name) throws IOException {
        Path folder = Files.createDirectories(BENCH.resolve(name));
        Files.copy(Path.of("bench/lab.yaml"), folder.resolve("lab.yaml"), StandardCopyOption.REPLACE_EXISTING);
        return new BenchLab(folder, Map.of("HYBRIDLAB_TRUST", "true", "XDG_STATE_HOME",
                BENCH.resolve("state").toString()));
    }

    /** Another lab file than {@code bench/lab.yaml}. */
    void write(String text) throws IOException {
        Files.writeString(folder.resolve("lab.yaml"), text);
    }

    TimedCall up() {
        return call("up", "--provider", "docker", "--no-checks", "--yes");
    }

    TimedCall destroy() {
        return call("destroy", "--yes");
    }

    /** {@code hybridlab COMMAND <this lab> REST...} */
    TimedCall call(String command, String... rest) {
        return new TimedCall(words(command, rest), folder, environment, log());
    }

    /** Notes how long that took as {@code destroyAndUp}, and of it the {@code up} alone; shows all notes. */
    void makeAgain(TimedCall up, Map<String, List<Double>> seconds) throws IOException, InterruptedException {
        double destroyed = destroy().seconds();
        double again = up.seconds();
        seconds.get("up").add(again);
        seconds.get("destroyAndUp").add(destroyed + again);
        System.out.println(seconds);
    }

    /** {@code hybridlab snapshot save <this lab> bench} */
    TimedCall saved() {
        List<String> words = new ArrayList<>(words("snapshot"));
        // LAB comes after the verb.
        words.add(2, "save");
        words.add("bench");
        return new TimedCall(words, folder, environment, log());
    }

    List<String> words(String command, String... rest) {
        List<String> words = new ArrayList<>(List.of(LAUNCHER, command, folder.toString()));
        words.addAll(List.of(rest));
        return words;
    }

    /** The same with more in its environment. */
    BenchLab with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.putAll(more);
        return new BenchLab(folder, all);
    }

    Path workspace() {
        return folder.resolve(".hybridlab");
    }

    Path log() {
        return BENCH.resolve(folder.getFileName() + ".log");
    }
}
