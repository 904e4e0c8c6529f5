package org.hybridlab.common.workspace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Files and folders that were forced to disk, as the JVM itself records it. */
public final class ForcedFiles {
    private ForcedFiles() {
    }

    /**
     * @param recording a new file
     * @param below where files count
     */
    public static List<Path> during(Runnable work, Path recording, Path below) throws IOException {
        try (Recording events = new Recording()) {
            events.enable("jdk.FileForce").withoutThreshold();
            events.start();
            work.run();
            events.stop();
            events.dump(recording);
        }
        List<Path> paths = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            if (event.getString("path").startsWith(below.toString())) {
                paths.add(Path.of(event.getString("path")));
            }
        }
        return paths;
    }
}
