package org.hybridlab.provision.change;

/**
 * A difference between the lab file and the last {@code up}.
 *
 * @param sign {@code +} added, {@code -} removed, {@code ~} changed, {@code ^} a version
 * @param subject {@code machine}, {@code app}, {@code check}, {@code template}, {@code setting} or {@code kubernetes}
 * @param name of the subject; the new version
 * @param text without sign and subject
 * @param destroys whether something is lost for good, so that {@code up} asks
 */
public record LabChange(String sign, String subject, String name, String text, boolean destroys) {
    static LabChange added(String subject, String name, String text) {
        return new LabChange("+", subject, name, text, false);
    }

    static LabChange removed(String subject, String name, String text, boolean destroys) {
        return new LabChange("-", subject, name, text, destroys);
    }

    static LabChange changed(String subject, String name, String text) {
        return new LabChange("~", subject, name, text, false);
    }

    /** Such as {@code + machine extra: worker, linux}. */
    public String line() {
        return "%s %s %s: %s".formatted(sign, subject, name, text);
    }
}
